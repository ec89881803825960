vcl 4.1;

# Varnish in front of the site: pages that are the same for everybody are kept, everything else goes through.
# https://varnish-cache.org/docs/7.1/ · xkey: https://github.com/varnish/varnish-modules (Debian: varnish, varnish-modules)
#
# The site says by `Cache-Control: public` what may be kept, and purges by key (CACHE_PURGE_URL=varnish+http://127.0.0.1:6081).

import std;
import xkey;

# Change this: where the site listens. Its TRUSTED_PROXIES holds the address of this machine.
backend site {
    .host = "127.0.0.1";
    .port = "3000";
    .connect_timeout = 2s;
    .first_byte_timeout = 60s;
    .between_bytes_timeout = 30s;
    .probe = {
        .url = "/health/live";
        .interval = 1s;
        .timeout = 2s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

# Change this: who may purge. The site's own servers.
acl purgers {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.method == "PURGE") {
        # Varnish writes who sent it; who came through another proxy has two names there.
        if (client.ip !~ purgers || req.http.X-Forwarded-For ~ ",") {
            return (synth(403, "Forbidden"));
        }
        if (!req.http.Surrogate-Key) {
            return (synth(400, "Surrogate-Key is missing"));
        }
        # What is purged stays at hand for the time when the site does not answer.
        set req.http.X-Purged = xkey.softpurge(req.http.Surrogate-Key);
        return (synth(200, "Purged"));
    }

    # Only we say this to ourselves.
    if (req.restarts == 0) {
        unset req.http.X-Old-Will-Do;
        unset req.http.X-May-Be-Old;
    }

    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    if (req.http.Authorization || req.url ~ "[?&]yours(=|&|$)") {
        return (pass);
    }

    # A browser with a session, or whose votes the site knows, gets pages of its own, until the script of a page has marked it: from then on
    # it gets the page that everybody gets, and fetches what is its own.
    if (req.http.Cookie ~ "(^|; ?)((__Host-|corroborate_)?session|(__Host-)?visitor)=" && req.http.Cookie !~ "(^|; ?)yours=") {
        return (pass);
    }

    if (std.healthy(req.backend_hint) && !req.http.X-Old-Will-Do) {
        # What is old or purged is fetched anew before it is shown.
        set req.grace = 0s;
    } else {
        set req.grace = 24h;
    }
    set req.http.X-May-Be-Old = "yes";
    return (hash);
}

sub vcl_backend_fetch {
    unset bereq.http.X-May-Be-Old;
    unset bereq.http.X-Old-Will-Do;
}

sub vcl_backend_response {
    # The site could not answer: an older page is better (vcl_deliver).
    if (beresp.status >= 500) {
        if (bereq.is_bgfetch) {
            return (abandon);
        }
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        return (deliver);
    }

    # Kept is only what the site says is everybody's. A browser's own cookies went along, so that what is not is its own.
    if (beresp.http.Cache-Control !~ "(^|[ ,])public([ ,]|$)" || beresp.http.Set-Cookie || beresp.http.Vary ~ "(?i)cookie|\*" || bereq.http.Authorization) {
        set beresp.uncacheable = true;
        set beresp.ttl = 120s;
        return (deliver);
    }

    if (beresp.http.Surrogate-Key) {
        set beresp.http.xkey = beresp.http.Surrogate-Key;
    }
    # Of the one request that it was fetched by.
    unset beresp.http.X-Request-Id;
    set beresp.grace = 24h;
    set beresp.keep = 1d;
    return (deliver);
}

sub vcl_backend_error {
    if (bereq.is_bgfetch) {
        return (abandon);
    }
}

sub vcl_deliver {
    # Once more, and now an older page will do, where there is one.
    if (resp.status >= 500 && req.restarts == 0 && req.http.X-May-Be-Old) {
        set req.http.X-Old-Will-Do = "yes";
        return (restart);
    }
    unset resp.http.xkey;
    unset resp.http.Surrogate-Key;
    unset resp.http.Cache-Tag;
    if (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    } else {
        set resp.http.X-Cache = "miss";
    }
}

sub vcl_synth {
    if (req.http.X-Purged) {
        set resp.http.X-Purged = req.http.X-Purged;
    }
}
