"""Nautilion (Shadi Torbey, 2016): a solo dice race through an oneiric ocean."""
