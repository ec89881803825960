import type { ReactNode } from 'react'
import { Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import type { UnsubscribeModel } from './mail-settings-model.ts'

/** Where the link at the end of a mail leads. */
export const UnsubscribePage = ({ model }: { model: UnsubscribeModel }) => (
  <Layout search={false}>
    <div className="passage">{partOf(model)}</div>
  </Layout>
)

const partOf = (model: UnsubscribeModel): ReactNode => {
  switch (model.kind) {
    case 'ask':
      return (
        <>
          <h1>No more mails?</h1>
          <p className="lead">
            You keep watching your papers: your dashboard goes on telling you what happens to them.
          </p>
          <form method="post" action={paths.unsubscribe(model.token)}>
            <input type="hidden" name="List-Unsubscribe" value="One-Click" />
            <div className="actions">
              <button type="submit" className="main">
                Stop all mails
              </button>
              <a className="button" href={paths.mailSettings}>
                Choose which
              </a>
            </div>
          </form>
        </>
      )
    case 'done':
      return (
        <>
          <h1>You get no more mails</h1>
          <p className="lead">Not about papers that you watch. What is on its way already may still arrive.</p>
          <p>
            <a href={paths.mailSettings}>Choose some again</a>
          </p>
        </>
      )
    case 'unreadable':
      return (
        <>
          <h1>This link is not whole</h1>
          <p className="lead">
            A part of it was lost on the way. Open it again from the mail, or choose in your settings what we mail you.
          </p>
          <p>
            <a className="button" href={paths.mailSettings}>
              What we mail you
            </a>
          </p>
        </>
      )
  }
}
