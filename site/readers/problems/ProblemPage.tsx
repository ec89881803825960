import { ActingFor, Layout } from '../../kit/browser/index.tsx'
import type { ProblemPageModel } from './model.ts'

/** Form to report a problem with a note, a report or a source. Works without script. */
export const ProblemPage = ({ model }: { model: ProblemPageModel }) => {
  const { paper, about, isSent, contact } = model
  return (
    <Layout>
      <div className="notes notes-page">
        <p className="eyebrow" dir="auto">
          <a href={paper.href}>{paper.title ?? paper.doi}</a>
        </p>
        <h1>Report a problem</h1>
        {isSent ? (
          <p className="sheet-standing" role="status">
            Thank you. A moderator will review it and reply by email. <a href={paper.href}>Back to the paper</a>
          </p>
        ) : (
          <>
            <p className="lead">
              Is something on this page wrong, unfair or unlawful? Describe the problem and how a moderator can verify
              it. Authors can use this form, too.
            </p>
            <p>
              About:{' '}
              <a href={about.href} dir="auto">
                {about.words}
              </a>
            </p>
            <Form model={model} />
          </>
        )}
        {contact !== null && (
          <p>
            You can also contact the site’s operators: <a href={`mailto:${contact}`}>{contact}</a>
          </p>
        )}
      </div>
    </Layout>
  )
}

const Form = ({ model: { about, action, signedIn, draft, problem } }: { model: ProblemPageModel }) => (
  <form className="note-form" method="post" action={action}>
    <ActingFor />
    <input type="hidden" name="about" value={about.value} />
    <label>
      What is wrong
      <textarea name="words" required rows={6} maxLength={4_000} defaultValue={draft.words} dir="auto" />
    </label>
    {!signedIn && (
      <label>
        Your email address <small>for the reply; visible to moderators only</small>
        <input name="email" type="email" required autoComplete="email" defaultValue={draft.email} />
      </label>
    )}
    <p className="problem" role="alert">
      {problem}
    </p>
    <div className="actions">
      <button type="submit" className="main">
        Send to the moderators
      </button>
      {!signedIn && (
        <button type="submit" name="sender" value="account" formNoValidate>
          Log in and send
        </button>
      )}
    </div>
    {!signedIn && (
      <p className="note-form-fine">If you log in, your text is saved, and the reply goes to your account’s address.</p>
    )}
  </form>
)
