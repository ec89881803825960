import { createElement, Fragment } from 'react'
import type { ShownCall } from './api-page-model.ts'

/** A block of code. Long lines wrap, so that nothing has to be scrolled sideways. */
export const Code = ({ children }: { children: string }) => (
  <pre className="api-code">
    <code>{children}</code>
  </pre>
)

/** Plain text in which backticks mark code. */
export const Marked = ({ text }: { text: string }) => {
  const parts = text.split('`').map((part, at) => (at % 2 === 1 ? createElement('code', null, part) : part))
  return createElement(Fragment, null, ...parts)
}

/** Reference of one endpoint: its documentation, then a request and its response, beside it on a desktop. */
export const Endpoint = ({ call }: { call: ShownCall }) => {
  const { id, method, path, summary, paragraphs, parameters, problems, limit, example } = call
  return (
    <section className="api-endpoint" aria-labelledby={id}>
      <div className="api-text">
        <h2 id={id}>{summary}</h2>
        <p className="api-path">
          <code>
            <b>{method}</b> {path}
          </code>
        </p>
        {paragraphs.map(text => (
          <p key={text}>
            <Marked text={text} />
          </p>
        ))}
        {parameters.length > 0 && (
          <>
            <h3>Parameters</h3>
            <dl className="api-parameters">
              {parameters.map(({ name, place, required, description }) => (
                <div key={name}>
                  <dt>
                    <code>{name}</code>{' '}
                    <small>
                      {place}, {required ? 'required' : 'optional'}
                    </small>
                  </dt>
                  <dd>
                    <Marked text={description} />
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
        <p className="api-small">Rate limit: {limit} per client address</p>
        {problems.length > 0 && (
          <p className="api-small">
            Errors:{' '}
            {problems.map((word, at) => (
              <span key={word}>
                {at > 0 && ', '}
                <a href={`#${word}`}>{word}</a>
              </span>
            ))}
          </p>
        )}
      </div>
      <Example example={example} />
    </section>
  )
}

const Example = ({ example }: Pick<ShownCall, 'example'>) => {
  if (example === null)
    return (
      <p className="api-example api-small">
        An example will appear here with the first approved report of this site. Reports of a paper are listed in its{' '}
        <code>reports</code>.
      </p>
    )
  const { requests, answer, url } = example
  const [first, ...others] = requests
  return (
    <div className="api-example">
      <h3>Request</h3>
      {first !== undefined && <Code>{first.code}</Code>}
      <details className="folded">
        <summary>{others.map(({ language }) => language).join(', ')}</summary>
        {others.map(({ language, code }) => (
          <Code key={language}>{code}</Code>
        ))}
      </details>
      <h3>Response, excerpt</h3>
      <Code>{answer}</Code>
      {url !== null && (
        <p className="api-small on-screen">
          <a href={url}>Open the full response</a>
        </p>
      )}
    </div>
  )
}
