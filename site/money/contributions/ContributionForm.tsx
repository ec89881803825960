import type { ReactNode } from 'react'
import type { ContributionFormModel } from './model.ts'

type Props = { form: ContributionFormModel; isOpen?: boolean; acting?: ReactNode }

/** Amount, display name, and the button to the checkout. Works without script and without an account. */
export const ContributionForm = ({ form, isOpen = false, acting }: Props) => {
  const { action, rule, suggested, range, isSandbox, draft, problem } = form
  const hasWords = draft.name !== '' || draft.message !== ''
  return (
    <form className="contribution" method="post" action={action} aria-label="Contribute">
      {acting}
      <p className="contribution-rule">
        Bounties reward sound reproductions, whatever the result. Two moderators approve each award; unused money is
        refunded. <a href={rule}>How it works</a>
      </p>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <fieldset className="amounts">
        <legend className="visually-hidden">How much</legend>
        {suggested.map(({ whole, text }) => (
          <label key={whole}>
            <input type="radio" name="amount" value={whole} defaultChecked={draft.amount === String(whole)} />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
      <label className="own-amount">
        <span>
          Or another amount <small>{range}</small>
        </span>
        <input
          name="own"
          placeholder=" "
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          defaultValue={draft.own}
        />
      </label>
      <details className="contribution-words" open={isOpen || hasWords}>
        <summary>Add your name or a message (optional)</summary>
        <label>
          Shown as <small>leave blank to stay anonymous</small>
          <input name="name" maxLength={120} autoComplete="off" defaultValue={draft.name} dir="auto" />
        </label>
        <label>
          Message <small>optional, shown beside it</small>
          <textarea name="message" rows={2} maxLength={500} defaultValue={draft.message} dir="auto" />
        </label>
        <p className="fine">A moderator reviews both before they appear.</p>
      </details>
      <button type="submit" className="main">
        Contribute
      </button>
      <p className="fine">
        {isSandbox ? 'This is a sandbox: no money moves.' : 'You’ll pay at Stripe and return here. No account needed.'}
      </p>
    </form>
  )
}
