import type { InputHTMLAttributes, ReactNode } from 'react'
import type { IslandProps } from '../../kit/browser/index.tsx'
import { actingForField } from '../../kit/page/index.ts'
import type { ClaimFormProps } from './model.ts'
import { useClaimForm } from './use-claim-form.ts'

/** "I will reproduce this": the claimant and their plan. Works without script. */
export const ClaimForm = (props: IslandProps<ClaimFormProps>) => {
  const { typed, sha256, sending, problem, enter, submit } = useClaimForm(props)
  return (
    <form method="post" action={props.action} className="claim-form" onSubmit={submit}>
      <input type="hidden" name="status" value="pending" />
      {props.reader !== null && <input type="hidden" name={actingForField} value={props.reader} />}
      <input type="hidden" name="sha256" value={sha256} />
      <TextField
        id="claim-name"
        label="Your name"
        name="auditorName"
        value={typed.name}
        onChange={event => enter({ name: event.currentTarget.value })}
        autoComplete="name"
        maxLength={200}
        required
      >
        <label className="tick">
          <input
            type="checkbox"
            name="showName"
            checked={typed.showName}
            onChange={event => enter({ showName: event.target.checked })}
          />
          Show my name on the paper’s page
        </label>
      </TextField>
      <TextField
        id="claim-email"
        label="Your email address"
        hint="We’ll remind you a week before your claim expires. It is never shown."
        type="email"
        name="auditorEmail"
        value={typed.email}
        onChange={event => enter({ email: event.currentTarget.value })}
        autoComplete="email"
        maxLength={320}
        required
      />
      <div className="asked">
        <label htmlFor="claim-plan">
          Your plan<span className="optional"> optional</span>
        </label>
        <textarea
          id="claim-plan"
          name="auditReport"
          rows={4}
          value={typed.plan}
          onChange={event => enter({ plan: event.currentTarget.value })}
          maxLength={5_000}
        />
      </div>
      <TextField
        id="claim-link"
        label="Link to a plan or a repository"
        type="url"
        name="reproducibilityPackage"
        placeholder="https://"
        value={typed.link}
        onChange={event => enter({ link: event.currentTarget.value })}
        maxLength={2_000}
      />
      <p className="problem" role="alert">
        {problem}
      </p>
      <Send signedIn={props.signedIn} login={props.login} sending={sending} />
    </form>
  )
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  id: string
  label: string
  hint?: string
  children?: ReactNode
}

const TextField = ({ id, label, hint, children, ...input }: FieldProps) => (
  <div className="asked">
    <label htmlFor={id}>
      {label}
      {!input.required && <span className="optional"> optional</span>}
    </label>
    {hint !== undefined && (
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    <input id={id} aria-describedby={hint === undefined ? undefined : `${id}-hint`} {...input} />
    {children}
  </div>
)

const Send = ({ signedIn, login, sending }: { signedIn: boolean; login: string; sending: boolean }) =>
  signedIn ? (
    <button type="submit" className="main" disabled={sending}>
      {sending ? 'Claiming…' : 'I will reproduce this'}
    </button>
  ) : (
    <p className="wizard-login">
      <a id="login-to-claim" className="button main needs-script" href={login}>
        Log in to claim
      </a>
      <button type="submit" className="main without-script">
        Log in to claim
      </button>
      <span className="hint needs-script">What you have entered is kept.</span>
    </p>
  )
