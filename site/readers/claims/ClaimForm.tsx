import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  startTransition,
  useActionState,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { takePendingAction } from '../../accounts/pending-actions/browser/wish.ts'
import { changedFields } from '../../kit/browser/index.ts'
import type { IslandProps } from '../../kit/browser/index.tsx'
import { actingForField } from '../../kit/page/acting-for.ts'
import { type ClaimDraft, keepClaim, readClaimDraft, readClaimForm, sendClaim } from './browser/send-claim.ts'
import type { ClaimFormProps } from './model.ts'

type Sending = { problem: string | null; isSent: boolean }

export const useClaimForm = ({
  doi,
  action,
  done,
  name,
  email,
  plan,
  link,
  keptAs,
  signedIn,
  typedBefore,
}: IslandProps<ClaimFormProps>) => {
  const [initial] = useState<ClaimDraft>({ name, email, plan, link, showName: false })
  const [typed, setTyped] = useState(initial)
  const [sha256, setSha256] = useState('')
  const [{ problem, isSent }, send, isSending] = useActionState<Sending, ClaimDraft>(
    async (_, claim) => {
      const sent = await sendClaim(action, { ...claim, doi, sha256 })
      if (sent.kind === 'signed-out')
        return { problem: 'Your session has ended. Log in to submit your claim.', isSent: false }
      if (sent.kind === 'failed') return { problem: sent.problem, isSent: false }
      keepClaim(keptAs, null)
      location.assign(done)
      return { problem: null, isSent: true }
    },
    { problem: null, isSent: false },
  )

  // Restores input from before logging in or before hydration, ahead of the next keystroke.
  useLayoutEffect(() => {
    const kept = readClaimDraft(keptAs)
    if (kept !== null)
      setTyped(before => ({ ...kept, name: kept.name || before.name, email: kept.email || before.email }))
    if (typedBefore !== undefined) {
      const changed = changedFields(initial, readClaimForm(typedBefore))
      if (Object.keys(changed).length > 0) setTyped(before => ({ ...before, ...changed }))
    }
    setSha256(randomSha256())
  }, [keptAs, initial, typedBefore])
  // At once, so that the last key is kept too when the page is left.
  useLayoutEffect(() => {
    if (typed !== initial) keepClaim(keptAs, typed)
  }, [keptAs, initial, typed])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    startTransition(() => send(typed))
  }

  // Who sent it, and had to log in again for it, is back: once what they typed is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the fields are filled again.
  useEffect(() => {
    if (signedIn && sha256 !== '' && takePendingAction('claim', doi) !== null) startTransition(() => send(typed))
  }, [signedIn, sha256, doi])

  return {
    typed,
    sha256,
    // The button stays disabled until the submitted form's navigation.
    sending: isSending || isSent,
    problem: isSending ? null : problem,
    enter: (part: Partial<ClaimDraft>) => setTyped(before => ({ ...before, ...part })),
    submit,
  }
}

/** 64 random hexadecimal digits: a claim has no package of which they could be the hash (SPEC §5). */
const randomSha256 = (): string =>
  crypto.getRandomValues(new Uint8Array(32)).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '')

/** Claim form: the claimant and their plan. Works without script. */
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
      {sending ? 'Claiming…' : 'Claim this reproduction'}
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
