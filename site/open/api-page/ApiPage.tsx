import { createElement, Fragment } from 'react'
import { Layout } from '../../kit/browser/index.tsx'
import type { ApiPageModel, ShownCall } from './api-page-model.ts'

/** What programs can ask, each call with an example that works. */
export const ApiPage = ({
  model: { origin, base, document, calls, problems, assistants },
}: {
  model: ApiPageModel
}) => (
  <Layout>
    <article className="prose api">
      <h1>For programs</h1>
      <p className="lead">
        Everything that pages here say of papers can be asked by programs, from anywhere and without a key. Whatever
        they are told is what pages tell: there is one answer for every paper.
      </p>
      <p>
        All calls are below <code>{base}</code>. The same in a form that programs read:{' '}
        <a href={document}>the OpenAPI document</a>.
      </p>
      <ul className="api-calls">
        {calls.map(({ id, summary }) => (
          <li key={id}>
            <a href={`#${id}`}>{summary}</a>
          </li>
        ))}
        <li>
          <a href="#assistants">{assistants.title}</a>
        </li>
        <li>
          <a href="#on-your-pages">On your own pages</a>
        </li>
        <li>
          <a href="#in-your-build">On the command line, and in pull requests</a>
        </li>
      </ul>

      <h2>What all calls have in common</h2>
      <ul>
        <li>
          Pages of every origin may call (CORS). No cookie is read or set, and nobody is asked who they are. Limits
          count by the address that a call comes from.
        </li>
        <li>
          A DOI is taken in every form that the search field takes: bare, as <code>https://doi.org/…</code>, as the
          address of a publisher’s page, or as an arXiv number. Answers give it bare and in lower case.
        </li>
        <li>
          A parameter or a field that we do not know is refused with its name, so that a misspelled word is not ignored.
          Answers may get more fields later: pass over those that you do not know.
        </li>
        <li>
          Every answer to a GET has a strong <code>ETag</code>. Send it as <code>If-None-Match</code>, and you get 304
          without a body while nothing has changed. <code>Cache-Control</code> says how long an answer may be kept, also
          by a cache that many share.
        </li>
        <li>
          <code>RateLimit-Policy</code> says how many points a limit has (<code>q</code>) in how many seconds (
          <code>w</code>), and <code>RateLimit</code> how many are left (<code>r</code>) until all are back (
          <code>t</code>, seconds). Of an answer from a cache these are not yours. Who has none left gets 429 with{' '}
          <code>Retry-After</code>.
        </li>
        <li>
          What goes wrong is told as problem details (RFC 9457). That no source knows a paper (404), that a text is no
          DOI (400), and that nobody can be asked right now (503) are three different answers.
        </li>
        <li>What comes from FORRT is under CC BY 4.0: name them. Each fact says who told it, and where to read it.</li>
      </ul>

      {calls.map(call => (
        <CallSection key={call.id} call={call} />
      ))}

      <RangeFormat />

      <section aria-labelledby="assistants">
        <h2 id="assistants">{assistants.title}</h2>
        <p>{assistants.text}</p>
        <Code label="The address to give to an assistant">{assistants.url}</Code>
      </section>

      <OnYourPages origin={origin} />

      <InYourBuild origin={origin} />

      <h2 id="problems">What can go wrong</h2>
      <p>
        The <code>type</code> of a problem leads here.
      </p>
      <dl className="api-problems">
        {problems.map(({ word, title, status, help }) => (
          <div key={word} id={word}>
            <dt>
              <code>{word}</code> ({status})
            </dt>
            <dd>
              {title}. {help}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  </Layout>
)

const CallSection = ({ call }: { call: ShownCall }) => {
  const { id, method, path, summary, paragraphs, parameters, problems, limit, examples } = call
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{summary}</h2>
      <p>
        <code className="api-path">
          {method} {path}
        </code>
      </p>
      {paragraphs.map(text => (
        <p key={text}>
          <Marked text={text} />
        </p>
      ))}
      {parameters.length > 0 && (
        <ul>
          {parameters.map(({ name, place, required, description }) => (
            <li key={name}>
              <code>{name}</code>, {place}
              {required ? '' : ', may be left out'}: <Marked text={description} />
            </li>
          ))}
        </ul>
      )}
      <p>
        Limit: {limit}.
        {problems.length > 0 && (
          <>
            {' '}
            What can go wrong here:{' '}
            {problems.map((word, at) => (
              <span key={word}>
                {at > 0 && ', '}
                <a href={`#${word}`}>{word}</a>
              </span>
            ))}
            .
          </>
        )}
      </p>
      {examples.map(({ language, code }, at) => (
        <details key={language} className="folded" open={at === 0}>
          <summary>{language}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
          <section className="api-code" tabIndex={0} aria-label={`${summary}: ${language}`}>
            <pre>
              <code>{code}</code>
            </pre>
          </section>
        </details>
      ))}
    </section>
  )
}

/** Plain text in which back quotes stand around code. */
const Marked = ({ text }: { text: string }) => {
  const parts = text.split('`').map((part, at) => (at % 2 === 1 ? createElement('code', null, part) : part))
  return createElement(Fragment, null, ...parts)
}

const RangeFormat = () => (
  <section aria-labelledby="range-format">
    <h2 id="range-format">How a range is computed</h2>
    <ul>
      <li>
        Write the DOI bare, without <code>https://doi.org/</code>, with the letters A to Z in lower case, in Unicode’s
        composed form (NFC), as UTF-8: <code>10.1126/science.aac4716</code>.
      </li>
      <li>Take its SHA-256, written as 64 hexadecimal digits in lower case.</li>
      <li>
        Ask <code>/ranges</code> for <code>prefix_length</code>, and <code>/ranges/</code> with so many of the first
        digits. A range holds eight papers or more on average, of all those that something is known about.
      </li>
      <li>
        Look for the whole hash, or the DOI, among <code>papers</code>. A paper that is not there had nothing known
        against or for it when the range was made; that is not the same as that it was looked at and found right.
      </li>
      <li>
        A range may be kept for three hours. <code>version</code> is that of the format, 1. When papers become more,{' '}
        <code>prefix_length</code> grows by one; the shorter length is answered too.
      </li>
    </ul>
  </section>
)

const Code = ({ label, children }: { label: string; children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
  <section className="api-code" tabIndex={0} aria-label={label}>
    <pre>
      <code>{children}</code>
    </pre>
  </section>
)

const OnYourPages = ({ origin }: { origin: string }) => (
  <section aria-labelledby="on-your-pages">
    <h2 id="on-your-pages">On your own pages</h2>
    <p>
      A badge says in a few words what is known about a paper, and leads to its page here. Where nothing is known, it
      shows nothing. With this script every DOI of a page gets one, in links to doi.org and in text:
    </p>
    <Code label="A script that marks every DOI">{`<script type="module" src="${origin}/embed.js" data-mark="dois"></script>`}</Code>
    <p>
      Without <code>data-mark</code>, badges are where you put them:
    </p>
    <Code label="A badge">{'<corroborate-badge doi="10.1038/nature12373"></corroborate-badge>'}</Code>
    <p>
      Pages that are bundled take the same from the package <code>@corroborate/embed</code>:
    </p>
    <Code label="Badges in a bundle">{`import { showBadges } from "@corroborate/embed"\n\nshowBadges({ site: "${origin}", mark: true })`}</Code>
    <ul>
      <li>
        No DOI is sent: the script asks for ranges, as above. It sends no cookie and no referrer. Browsers compute
        SHA-256 on pages with TLS only; elsewhere it shows nothing.
      </li>
      <li>
        A Content-Security-Policy needs <code>script-src {origin}</code> and <code>connect-src {origin}</code>. Inline
        styles need not be allowed, and Trusted Types may be required.
      </li>
      <li>
        Colours follow the <code>color-scheme</code> of your page.
      </li>
      <li>
        Each badge that shows something dispatches <code>corroborate-known</code>, which bubbles. Its{' '}
        <code>detail</code> has <code>kind</code> and <code>words</code>.
      </li>
    </ul>
  </section>
)

const InYourBuild = ({ origin }: { origin: string }) => (
  <section aria-labelledby="in-your-build">
    <h2 id="in-your-build">On the command line, and in pull requests</h2>
    <p>
      The package <code>@corroborate/cli</code> checks bibliographies, and fails where something is known against a
      reference that you have not accepted. It writes text, JSON, SARIF, and annotations for GitHub; with{' '}
      <code>--help</code> it says the rest.
    </p>
    <Code label="A check on the command line">{`npx @corroborate/cli check paper.bib --site ${origin}`}</Code>
    <p>
      The repository of this site is also an action for GitHub: its <code>action.yml</code> annotates the lines of a
      bibliography in a pull request.
    </p>
  </section>
)
