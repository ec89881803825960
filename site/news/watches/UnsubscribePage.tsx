import type { ReactNode } from 'react'
import { Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import type { UnsubscribeModel } from './topics.ts'

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
          <h1>Unsubscribe from all emails?</h1>
          <p className="lead">You’ll keep watching your papers and can follow changes on your dashboard.</p>
          <form method="post" action={paths.unsubscribe(model.token)}>
            <input type="hidden" name="List-Unsubscribe" value="One-Click" />
            <div className="actions">
              <button type="submit" className="main">
                Unsubscribe from all emails
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
          <h1>You’re unsubscribed</h1>
          <p className="lead">
            You’ll no longer get emails about papers you watch. Emails already queued may still arrive.
          </p>
          <p>
            <a href={paths.mailSettings}>Change email settings</a>
          </p>
        </>
      )
    case 'unreadable':
      return (
        <>
          <h1>This link is incomplete</h1>
          <p className="lead">Part of it is missing. Open it again from the email, or change your email settings.</p>
          <p>
            <a className="button" href={paths.mailSettings}>
              Email notifications
            </a>
          </p>
        </>
      )
  }
}
