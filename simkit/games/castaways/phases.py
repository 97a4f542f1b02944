"""Where play goes on (`table.phase`): the parts of a turn, in order, each played by its module.

Of a part that rolls, the number after ROLL is the part that asks for another roll: a story-point tile that is
spent takes play back to the number before.
"""

(
    ABILITIES,
    EVENT, SCORCHING, WRECK, EACH_TURN,
    GIFTS, WHITE_MARKER, MARKERS,
    LOST_GROUPS, LOST_ROLL, LOST_ASK, LOST_MARKERS,
    RESOLUTION, FEED_BEFORE_BUILDING, SALVAGE_SHARE, SALVAGE_SECOND,
    FIRE_ROLL, FIRE_ASK, BUILD_STATEMENTS, REST_ROLL, REST_ASK, LATE_GIFTS,
    OUTING, OUTING_STEP, CARD_DONE, JOINING, RETURN_ROLL, RETURN_ASK, RETURN_PAY, FEED_AFTER_OUTING,
    HEADLAND,
    SURVIVAL, KEEPING, SHARING_FOOD, OWN_FOOD, HUNGER, FIRE, NIGHT,
    CHECK, INJURIES, INJURY_ROLL, INJURY_ASK, UPKEEP,
) = range(43)  # fmt: skip
