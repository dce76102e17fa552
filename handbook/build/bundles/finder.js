// The library of the search, as a script.
import MiniSearch from "minisearch";

window.MiniSearch = MiniSearch;
