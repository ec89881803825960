import { useContext } from 'react'
import { ActingFor, Layout, LayoutSlots } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { fieldLabel } from './field-label.ts'
import type { ContinuePageModel } from './model.ts'

/** Page to review and submit a form whose session had ended. */
export const ContinuePage = ({ model }: { model: ContinuePageModel }) => (
  <Layout>
    <div className="passage">
      {model.kind === 'held' && <Held model={model} />}
      {model.kind === 'other' && <OtherAccount id={model.id} />}
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
      The page was opened by somebody else who uses this browser, so nothing was submitted in your name. If both
      accounts are yours, log out and log in with the other one: what you entered is saved for two hours.
    </p>
    <p className="actions">
      <a className="button" href={`${paths.logout}?${new URLSearchParams({ redirect_url: paths.continueForm(id) })}`}>
        Log out and switch accounts
      </a>
    </p>
    <Discard id={id} />
  </>
)

const Confirm = ({ model }: { model: Extract<ContinuePageModel, { kind: 'confirm' }> }) => {
  const { name } = useContext(LayoutSlots).reader
  const shown = model.fields.filter(([, value]) => value.trim() !== '')
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
      <dl className="held-fields">
        {shown.map(([field, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field may occur twice, and the list never changes.
          <div key={index}>
            <dt>{fieldLabel(field)}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <form method="post" action={model.action}>
        <ActingFor />
        {model.fields.map(([field, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <input key={index} type="hidden" name={field} value={value} />
        ))}
        <button type="submit" className="main">
          Submit
        </button>
      </form>
      <Discard id={model.id} />
    </>
  )
}

const Discard = ({ id }: { id: string }) => (
  <form method="post" action={paths.continueForm()}>
    <input type="hidden" name="held_form" value={id} />
    <button type="submit">Discard</button>
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
