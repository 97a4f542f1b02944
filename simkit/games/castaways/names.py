"""The numbers of objects, camp cards, castaways and actions, by the names that rules and strategies use.

A number is a place in the order of the box; what a designer adds comes after.
"""

# Characters: whom a castaway is, and so which ability it has.
CHARACTERS = ("fisher", "cook", "orienteer", "healer", "strong", "builder")
FISHER, COOK, ORIENTEER, HEALER, STRONG, BUILDER = range(len(CHARACTERS))

OBJECTS = (
    *("spyglass", "captains_log", "mirror", "machete", "axe", "pistol", "sabre", "knife", "gold_and_jewels"),
    *("bible", "compass", "map", "rope", "sail", "tinderbox", "net", "dog", "goat", "canon", "hermits_map"),
    *("amulet", "spear", "torch", "old_diary", "parrot", "pirates_key", "pirates_chest", "native_guide"),
    "drum",
)
(
    SPYGLASS, CAPTAINS_LOG, MIRROR, MACHETE, AXE, PISTOL, SABRE, KNIFE, GOLD_AND_JEWELS,
    BIBLE, COMPASS, MAP, ROPE, SAIL, TINDERBOX, NET, DOG, GOAT, CANON, HERMITS_MAP,
    AMULET, SPEAR, TORCH, OLD_DIARY, PARROT, PIRATES_KEY, PIRATES_CHEST, NATIVE_GUIDE, DRUM,
) = range(len(OBJECTS))  # fmt: skip

CAMP_CARDS = (
    *("fishing", "plan_expedition", "look_around", "tend_the_wounded", "swim_to_the_wreck", "greed"),
    *("spring", "crab_pools", "driftwood_beach", "lookout_tree", "hunters_path", "herbs", "rats", "fever"),
    *("prowling_beast", "natives_watch"),
)
(
    FISHING, PLAN_EXPEDITION, LOOK_AROUND, TEND_THE_WOUNDED, SWIM_TO_THE_WRECK, GREED,
    SPRING, CRAB_POOLS, DRIFTWOOD_BEACH, LOOKOUT_TREE, HUNTERS_PATH, HERBS, RATS, FEVER,
    PROWLING_BEAST, NATIVES_WATCH,
) = range(len(CAMP_CARDS))  # fmt: skip

# Constructions that cards reveal.
CONSTRUCTIONS = ("raft", "pantry")
RAFT, PANTRY = range(len(CONSTRUCTIONS))

# Things that a signal may need, as bits of a mask: built, built, owned, owned, owned.
SIGNALS = ("bonfire", "sign", "spyglass", "captains_log", "mirror")
SIGNAL_LETTERS = "BSYLM"
SIGNALS_CALLED = ("the bonfire", "the sign", "the spyglass", "the captain's log", "the mirror")
BONFIRE_BIT, SIGN_BIT, SPYGLASS_BIT, LOG_BIT, MIRROR_BIT = (1 << i for i in range(len(SIGNALS)))
BUILT_SIGNALS = BONFIRE_BIT | SIGN_BIT

# Decks of the island, and regions of the exploration track.
REGIONS = ("coast", "interior", "heart")
COAST, INTERIOR, HEART = range(len(REGIONS))

# What a marker is placed on.
ACTIONS = ("forage", "wood", "diary", "salvage", "campfire", "build", "rest", "camp", "explore")
FORAGE, WOOD, DIARY, SALVAGE, CAMPFIRE, BUILD, REST, CAMP, EXPLORE = range(len(ACTIONS))

THE_CLIFF = 38
"""The number of card h10 among the cards of the island."""

# Cards of the remains that are no objects.
PLANKS, BISCUIT, MEDICINE = range(16, 19)

# Where a castaway is.
WHERE = ("in camp", "out", "lost", "dead")
IN_CAMP, OUT, LOST, DEAD = range(len(WHERE))

# Squares of the weather track.
WEATHERS = ("storm", "rain", "sun", "scorching")
STORM, RAIN, SUN, SCORCHING = range(len(WEATHERS))

# Sites of the Build action: the shelters', the sign's, the bonfire's, then the constructions found.
SITES = ("shelter", "sign", "bonfire", *CONSTRUCTIONS)
SHELTER_SITE, SIGN_SITE, BONFIRE_SITE, FOUND_SITE = range(4)
"""Site ``FOUND_SITE + c`` is construction c."""
