import { Button } from '../../form/index.ts'
import { useTexts } from './texts.ts'

type Props = {
  label: string
  busy: boolean
  /** True for an irreversible action. */
  isDanger?: boolean
  onCancel: () => void
  /** Left out in a form, which the first button sends. */
  onConfirm?: () => void
}

/** Two buttons: do it, or cancel. */
export const Choice = ({ label, busy, isDanger = false, onCancel, onConfirm }: Props) => {
  const texts = useTexts()
  return (
    <div className="siw-account-choice">
      <Button
        look={isDanger ? 'danger' : 'primary'}
        submit={onConfirm === undefined}
        busy={busy}
        {...(onConfirm && { onClick: onConfirm })}
      >
        {label}
      </Button>
      <Button look="secondary" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </div>
  )
}
