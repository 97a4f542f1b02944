"""What a factor's levels change: pairs of scenarios, what is compared in them, and when a mean is taken."""
