import { Layout } from '../../kit/browser/index.tsx'
import type { ApiPageModel } from './api-page-model.ts'
import { Basics } from './Basics.tsx'
import { Code } from './Code.tsx'
import { Endpoint } from './Endpoint.tsx'
import { InYourBuild, OnYourPages, RangeFormat } from './Guides.tsx'
import { Marked } from './Marked.tsx'

/** API reference: an index, then each endpoint with an example beside it. */
export const ApiPage = ({ model }: { model: ApiPageModel }) => {
  const { origin, base, document, calls, problems, assistants } = model
  return (
    <Layout>
      <header className="prose api-head">
        <h1>API</h1>
        <p className="lead">
          A free JSON API for every status, event and replication shown on this site. No key required.
        </p>
        <p>
          Base URL: <code>{base}</code> · <a href={document}>OpenAPI document</a>
        </p>
      </header>
      <div className="api">
        <Index calls={calls} assistants={assistants.title} />
        <div className="api-main">
          <Basics />
          {calls.map(call => (
            <Endpoint key={call.id} call={call} />
          ))}
          <RangeFormat />
          <section aria-labelledby="assistants">
            <h2 id="assistants">{assistants.title}</h2>
            <p>{assistants.text}</p>
            <Code>{assistants.url}</Code>
          </section>
          <OnYourPages origin={origin} />
          <InYourBuild origin={origin} />
          <section aria-labelledby="errors">
            <h2 id="errors">Errors</h2>
            <p>
              Errors are RFC 9457 problem details. Each <code>type</code> links to its entry here.
            </p>
            <dl className="api-problems">
              {problems.map(({ word, title, status, help }) => (
                <div key={word} id={word}>
                  <dt>
                    <code>{word}</code> <small>{status}</small>
                  </dt>
                  <dd>
                    {title}. <Marked text={help} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </div>
    </Layout>
  )
}

const Index = ({ calls, assistants }: Pick<ApiPageModel, 'calls'> & { assistants: string }) => (
  <nav className="api-index" aria-label="On this page">
    <p id="index-start">Getting started</p>
    <ul aria-labelledby="index-start">
      <Entry id="basics">Basics</Entry>
      <Entry id="errors">Errors</Entry>
    </ul>
    <p id="index-endpoints">Endpoints</p>
    <ul aria-labelledby="index-endpoints">
      {calls.map(({ id, summary }) => (
        <Entry key={id} id={id}>
          {summary}
        </Entry>
      ))}
    </ul>
    <p id="index-guides">Guides</p>
    <ul aria-labelledby="index-guides">
      <Entry id="range-format">Compute a hash prefix</Entry>
      <Entry id="assistants">{assistants}</Entry>
      <Entry id="on-your-pages">Badges</Entry>
      <Entry id="in-your-build">Command line and CI</Entry>
    </ul>
  </nav>
)

const Entry = ({ id, children }: { id: string; children: string }) => (
  <li>
    <a href={`#${id}`}>{children}</a>
  </li>
)
