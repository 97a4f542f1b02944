"""Nautilion (Shadi Torbey, 2016): a dice race for one or two through an oneiric ocean."""
