"""Numbers that operations may change without reading the rest."""

MAP_CACHE_DAYS = 30
ROUTE_PATIENCE = 45
TILE_PATIENCE = 12
GEOCODER_PATIENCE = 5
WORKERS = 4
