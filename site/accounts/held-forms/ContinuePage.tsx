import { useContext } from 'react'
import { ActingFor, Layout, LayoutSlots } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import type { ContinuePageModel } from './model.ts'

/** Labels of fields whose names are not readable. */
const labels: Readonly<Record<string, string>> = {
  auditorName: 'Your name',
  auditorEmail: 'Your email address',
  auditReport: 'Report',
  sha256: 'SHA-256',
  doi: 'DOI',
  voteType: 'Vote',
  words: 'What is wrong',
  content: 'Note',
  author: 'Your name',
  auditorUrl: 'Your website',
  act: 'Action',
  why: 'Reason',
}

/** Fields that forms send without anybody having typed them. */
const technical = new Set([
  ...['about', 'assistant_draft', 'back', 'kind', 'note', 'payout', 'redirect_url', 'reply_to', 'seen', 'sender'],
  ...['up_to', 'version'],
])

/** True for fields that the page filled in, such as the version that a decision is about. */
const isTechnical = (name: string): boolean => technical.has(name)

/** The label of a form's field, made from its name: `environmentDetails` is "Environment details". */
const fieldLabel = (name: string): string => {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-.[\]]+/g, ' ')
    .trim()
    .toLowerCase()
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Page to review and submit a form whose session had ended. */
export const ContinuePage = ({ model }: { model: ContinuePageModel }) => (
  <Layout>
    <div className="passage">
      {model.kind === 'held' && <Held model={model} />}
      {model.kind === 'other' && <OtherAccount id={model.id} />}
      {model.kind === 'ask' && <Ask id={model.id} page={model.page} />}
      {model.kind === 'confirm' && <Confirm model={model} />}
      {model.kind === 'gone' && <Gone />}
    </div>
  </Layout>
)

const Held = ({ model: { message, login } }: { model: Extract<ContinuePageModel, { kind: 'held' }> }) => (
  <>
    <p className="eyebrow">Not submitted yet</p>
    <h1>Log in to continue</h1>
    <p className="lead">
      Everything you entered is saved. Log in within two hours, in this browser, and you can check it and submit it.
    </p>
    <p className="actions">
      <a className="button main" href={login} data-refused-form="">
        Log in
      </a>
    </p>
    <p className="fine">{message}</p>
  </>
)

const OtherAccount = ({ id }: { id: string }) => (
  <>
    <h1>This form belongs to another account</h1>
    <p className="lead">
      Somebody else who uses this browser filled it in, so nothing was submitted in your name. If both accounts are
      yours, log out and log in with the other one: what you entered is saved for two hours.
    </p>
    <div className="actions">
      <a className="button" href={`${paths.logout}?${new URLSearchParams({ redirect_url: paths.continueForm(id) })}`}>
        Log out and switch accounts
      </a>
      <Discard id={id} label="Delete the form" />
    </div>
  </>
)

const Ask = ({ id, page }: { id: string; page: string }) => (
  <>
    <h1>Did you fill in this form?</h1>
    <p className="lead">
      Somebody filled in a form on <a href={page}>this page</a> in this browser, without being logged in. If it wasn’t
      you, delete it.
    </p>
    <div className="actions">
      <a className="button main" href={`${paths.continueForm(id)}&mine=yes`}>
        Yes, show it
      </a>
      <Discard id={id} label="No, delete it" />
    </div>
  </>
)

const Confirm = ({ model }: { model: Extract<ContinuePageModel, { kind: 'confirm' }> }) => {
  const { name } = useContext(LayoutSlots).reader
  const shown = model.fields.filter(([, value]) => value.trim() !== '')
  const typed = shown.filter(([field]) => !isTechnical(field))
  const others = shown.filter(([field]) => isTechnical(field))
  return (
    <>
      <p className="eyebrow">Not submitted yet</p>
      <h1>Check and submit</h1>
      <p className="lead">
        You entered this <a href={model.page}>on this page</a> before you logged in.
        {name !== null && (
          <>
            {' '}
            It will be submitted as <bdi>{name}</bdi>.
          </>
        )}
      </p>
      <Fields fields={typed} />
      {others.length > 0 && (
        <details className="held-others">
          <summary>Technical details</summary>
          <Fields fields={others} />
        </details>
      )}
      <div className="actions">
        <form method="post" action={model.action}>
          <ActingFor />
          {model.fields.map(([field, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a field may occur twice, and the list never changes.
            <input key={index} type="hidden" name={field} value={value} />
          ))}
          <button type="submit" className="main">
            Submit
          </button>
        </form>
        <Discard id={model.id} label="Discard" />
      </div>
    </>
  )
}

const Fields = ({ fields }: { fields: readonly (readonly [string, string])[] }) =>
  fields.length === 0 ? null : (
    <dl className="held-fields">
      {fields.map(([field, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <div key={index}>
          <dt>{fieldLabel(field)}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )

const Discard = ({ id, label }: { id: string; label: string }) => (
  <form method="post" action={paths.continueForm()}>
    <input type="hidden" name="held_form" value={id} />
    <button type="submit">{label}</button>
  </form>
)

const Gone = () => (
  <>
    <h1>This form is no longer available</h1>
    <p className="lead">
      It was submitted or discarded, or more than two hours have passed. A form can only be continued in the browser it
      was filled in.
    </p>
    <p>
      <a href="/">Go to the home page</a>
    </p>
  </>
)
