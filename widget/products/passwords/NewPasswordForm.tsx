import { useState } from 'react'
import { Button, fill, Mark, PasswordField, TextField, useElementId, useWidget } from '../../form/index.ts'
import { useTexts } from './send-password.ts'
import { type Requirement, requirementsOf, type Strength, type StrengthCheck, useStrength } from './strength.ts'

/** Display of a strength score. Green is only for passwords accepted by the project. */
type Bars = { filled: 1 | 2 | 3 | 4; tone: 'weak' | 'good'; word: 'veryWeak' | 'weak' | 'good' | 'strong' }

/** Four bars for zxcvbn's score from 0 to 4 (SPEC §5). */
export const barsOf = (score: number): Bars => {
  if (score >= 4) return { filled: 4, tone: 'good', word: 'strong' }
  if (score >= 3) return { filled: 3, tone: 'good', word: 'good' }
  if (score >= 2) return { filled: 2, tone: 'weak', word: 'weak' }
  return { filled: 1, tone: 'weak', word: 'veryWeak' }
}

type StrengthMeterProps = {
  /** For the field that this describes. */
  id: string
  password: string
  check: StrengthCheck
}

/**
 * Strength of the password by the project's policy: four bars with a label, or the list of requirements. Screen readers get the text only.
 */
const StrengthMeter = ({ id, password, check }: StrengthMeterProps) => {
  const { bootstrap } = useWidget()
  const { passwordStrength: words } = useTexts()
  const { strength, failure, retry } = check
  const config = bootstrap?.passwordConfig ?? null
  const isLuds = strength === null ? config !== null : strength.strength_policy === 'luds'
  const lines = isLuds ? requirementsOf({ length: [...password].length, strength, config }) : []
  return (
    <div className="siw-strength">
      {isLuds ? <Requirements lines={lines} /> : <BarsRow bars={strength === null ? null : barsOf(strength.score)} />}
      <div id={id} className="siw-strength-words" role="status">
        {failure !== undefined && <Objection>{failure}</Objection>}
        {failure === undefined && strength !== null && <Feedback strength={strength} isLuds={isLuds} lines={lines} />}
      </div>
      {failure !== undefined && (
        <Button look="link" onClick={retry}>
          {words.checkAgain}
        </Button>
      )}
    </div>
  )
}

const places = [1, 2, 3, 4]

const BarsRow = ({ bars }: { bars: Bars | null }) => {
  const { passwordStrength: words } = useTexts()
  return (
    // biome-ignore lint/a11y/useSemanticElements: every browser draws `<meter>` in its own way, none as four bars.
    <div
      className={`siw-bars siw-bars-${bars?.tone ?? 'none'}`}
      role="meter"
      aria-label={words.label}
      aria-valuemin={0}
      aria-valuemax={4}
      aria-valuenow={bars?.filled ?? 0}
      aria-valuetext={bars === null ? words.unknown : words[bars.word]}
    >
      {places.map(place => (
        <span key={place} className={bars !== null && place <= bars.filled ? 'siw-bar siw-bar-filled' : 'siw-bar'} />
      ))}
    </div>
  )
}

const marks = { open: 'open', met: 'success', missing: 'error' } as const

const Requirements = ({ lines }: { lines: readonly Requirement[] }) => {
  const { passwordStrength: words } = useTexts()
  return (
    <ul className="siw-requirements">
      {lines.map(({ rule, n, standing }) => (
        <li key={rule} className={`siw-requirement siw-requirement-${standing}`}>
          <Mark of={marks[standing]} />
          <span>
            {fill(words[rule], { n })}
            {standing !== 'open' && <span className="siw-visually-hidden"> ({words[standing]})</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

type FeedbackProps = { strength: Strength; isLuds: boolean; lines: readonly Requirement[] }

/** Result as text. A requirements list is already visible, so its text is for screen readers only. */
const Feedback = ({ strength, isLuds, lines }: FeedbackProps) => {
  const { passwordStrength: words } = useTexts()
  const { valid_password, breached_password, feedback, score } = strength
  const advice = breached_password ? words.breached : feedback.warning || feedback.suggestions[0]
  if (!isLuds) {
    return (
      <>
        <b>{words[barsOf(score).word]}</b>
        {advice && ` · ${advice}`}
      </>
    )
  }
  const missing = lines.filter(({ standing }) => standing === 'missing')
  const spoken = missing.map(({ rule, n }) => fill(words[rule], { n })).join('. ')
  // A warning on an accepted password, or beside missing requirements, would be confusing.
  const isRefusedForOther = !valid_password && missing.length === 0
  return (
    <>
      {advice && (breached_password || isRefusedForOther) && <Objection>{advice}</Objection>}
      <span className="siw-visually-hidden">{spoken || words.allMet}</span>
    </>
  )
}

const Objection = ({ children }: { children: string }) => (
  <span className="siw-requirement siw-requirement-missing">
    <Mark of="error" />
    <span>{children}</span>
  </span>
)

type Props = {
  /** Account of the password, if known. */
  email?: string | undefined
  /** Shows the address above the password; otherwise it is hidden, and only for the password manager. */
  showsEmail?: boolean
  busy: boolean
  error: string | undefined
  /** Called when something is typed. */
  onEdit: () => void
  onSubmit: (password: string) => void
}

/** A form for a new password, which is graded while it is typed. It can be sent once the provider calls it valid. */
export const NewPasswordForm = ({ email, showsEmail = false, busy, error, onEdit, onSubmit }: Props) => {
  const { strings } = useWidget()
  const [password, setPassword] = useState('')
  const check = useStrength(password, email)
  const id = useElementId()
  return (
    <form
      className="siw-stack"
      onSubmit={event => {
        event.preventDefault()
        if (check.isValid) onSubmit(password)
      }}
    >
      {email && <Username email={email} shown={showsEmail} />}
      <PasswordField
        kind="new"
        value={password}
        onText={text => {
          setPassword(text)
          onEdit()
        }}
        error={error}
        describedBy={id}
      />
      <StrengthMeter id={id} password={password} check={check} />
      <Button submit disabled={!check.isValid} busy={busy}>
        {strings.common.continue}
      </Button>
    </form>
  )
}

/** The address beside a password: read-only, in the place where a password manager looks for the account. */
export const Username = ({ email, shown = true }: { email: string; shown?: boolean }) => {
  const { strings } = useWidget()
  const shared = { type: 'email', name: 'email', autoComplete: 'username', readOnly: true, value: email } as const
  return shown ? <TextField label={strings.common.email} {...shared} /> : <input {...shared} hidden />
}
