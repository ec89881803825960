import { type FormEvent, useEffect, useLayoutEffect, useState } from 'react'
import { changedFields } from '../../kit/browser/index.ts'
import type { IslandProps } from '../../kit/browser/index.tsx'
import { sendClaim } from './browser/index.ts'
import { type KeptClaim, keepClaim, readClaimForm, readKeptClaim } from './kept-claim.ts'
import type { ClaimFormProps } from './model.ts'

/** "I will reproduce this": who says so, and what they plan. Without script it is a form like any other. */
export const ClaimForm = (props: IslandProps<ClaimFormProps>) => {
  const { doi, done, signedIn, login, name, email, typedBefore } = props
  const [initial] = useState<KeptClaim>({ name, email, plan: '', link: '', showName: false })
  const [typed, setTyped] = useState(initial)
  const [sha256, setSha256] = useState('')
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  // What was typed before logging in is still there after it, and so is what was typed before this script arrived. It is back before
  // the next key is pressed.
  useLayoutEffect(() => {
    const kept = readKeptClaim(doi)
    if (kept !== null)
      setTyped(before => ({ ...kept, name: kept.name || before.name, email: kept.email || before.email }))
    if (typedBefore !== undefined) {
      const changed = changedFields(initial, readClaimForm(typedBefore))
      if (Object.keys(changed).length > 0) setTyped(before => ({ ...before, ...changed }))
    }
    setSha256(
      crypto.getRandomValues(new Uint8Array(32)).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), ''),
    )
  }, [doi, initial, typedBefore])
  useEffect(() => {
    if (typed !== initial) keepClaim(doi, typed)
  }, [doi, initial, typed])
  const set = (part: Partial<KeptClaim>) => setTyped(before => ({ ...before, ...part }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    setProblem(null)
    const failed = await sendClaim(props.action, { ...typed, doi, sha256 })
    if (failed === null) {
      keepClaim(doi, null)
      location.assign(done)
      return
    }
    setSending(false)
    setProblem(failed)
  }

  return (
    <form method="post" action={props.action} className="claim-form" onSubmit={event => void submit(event)}>
      <input type="hidden" name="status" value="pending" />
      <input type="hidden" name="sha256" value={sha256} />
      <div className="asked">
        <label htmlFor="claim-name">Your name</label>
        <input
          id="claim-name"
          name="auditorName"
          value={typed.name}
          onInput={event => set({ name: event.currentTarget.value })}
          autoComplete="name"
          maxLength={200}
          required
        />
        <label className="tick">
          <input
            type="checkbox"
            name="showName"
            checked={typed.showName}
            onChange={event => set({ showName: event.target.checked })}
          />
          Show my name on the paper’s page
        </label>
      </div>
      <div className="asked">
        <label htmlFor="claim-email">Your email address</label>
        <p className="hint" id="claim-email-hint">
          We remind you there a week before your claim lapses. It is never shown.
        </p>
        <input
          id="claim-email"
          type="email"
          name="auditorEmail"
          value={typed.email}
          onInput={event => set({ email: event.currentTarget.value })}
          autoComplete="email"
          aria-describedby="claim-email-hint"
          maxLength={320}
          required
        />
      </div>
      <div className="asked">
        <label htmlFor="claim-plan">
          What you plan<span className="optional"> optional</span>
        </label>
        <textarea
          id="claim-plan"
          name="auditReport"
          rows={4}
          value={typed.plan}
          onInput={event => set({ plan: event.currentTarget.value })}
          maxLength={5_000}
        />
      </div>
      <div className="asked">
        <label htmlFor="claim-link">
          Link to a plan or a repository<span className="optional"> optional</span>
        </label>
        <input
          id="claim-link"
          type="url"
          name="reproducibilityPackage"
          placeholder="https://"
          value={typed.link}
          onInput={event => set({ link: event.currentTarget.value })}
          maxLength={2_000}
        />
      </div>
      <p className="problem" role="alert">
        {problem}
      </p>
      {signedIn ? (
        <button type="submit" className="main" disabled={sending}>
          {sending ? 'Claiming…' : 'I will reproduce this'}
        </button>
      ) : (
        <p className="wizard-login">
          <a id="login-to-claim" className="button main" href={login}>
            Log in to claim
          </a>
          <span className="hint needs-script">What you have typed stays here.</span>
        </p>
      )}
    </form>
  )
}
