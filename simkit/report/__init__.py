"""Makes reports: HTML, PDF and figures from a run directory."""
