class NautilionStory:
    pass
