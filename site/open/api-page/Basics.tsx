/** Rules that apply to every endpoint. */
export const Basics = () => (
  <section aria-labelledby="basics">
    <h2 id="basics">Basics</h2>
    <dl className="api-basics">
      <div>
        <dt>Access</dt>
        <dd>No key and no cookies. CORS is open to every origin.</dd>
      </div>
      <div>
        <dt>DOIs</dt>
        <dd>
          Send a DOI bare, as <code>https://doi.org/…</code>, as a publisher’s URL or as an arXiv ID. Responses use the
          bare form in lower case.
        </dd>
      </div>
      <div>
        <dt>Versioning</dt>
        <dd>
          Unknown parameters and fields are rejected with their name. Responses may gain fields; ignore those that you
          do not know.
        </dd>
      </div>
      <div>
        <dt>Caching</dt>
        <dd>
          GET responses have a strong <code>ETag</code>: send it as <code>If-None-Match</code> to receive 304 while
          nothing has changed. Follow <code>Cache-Control</code>.
        </dd>
      </div>
      <div>
        <dt>Rate limits</dt>
        <dd>
          <code>RateLimit-Policy</code> gives the points (<code>q</code>) per window (<code>w</code>, seconds) of your
          IP address, <code>RateLimit</code> the points left (<code>r</code>) and the seconds to the reset (
          <code>t</code>). When the limit is exhausted, requests return 429 with <code>Retry-After</code>.
        </dd>
      </div>
      <div>
        <dt>Dates</dt>
        <dd>ISO 8601 in UTC. A publication date may be a year, a month or a day, as its source gives it.</dd>
      </div>
      <div>
        <dt>License</dt>
        <dd>
          Data from FORRT is CC BY 4.0: credit FORRT. Every event and replication names its source and links to it.
        </dd>
      </div>
    </dl>
  </section>
)
