import { Button } from '../../form/index.ts'
import { useTexts } from './texts.ts'

type Props = {
  label: string
  busy: boolean
  onCancel: () => void
  /** Left out in a form, which is sent. */
  onConfirm?: () => void
}

/** To do it, or not after all. */
export const Choice = ({ label, busy, onCancel, onConfirm }: Props) => {
  const texts = useTexts()
  return (
    <div className="siw-account-choice">
      <Button submit={onConfirm === undefined} busy={busy} {...(onConfirm && { onClick: onConfirm })}>
        {label}
      </Button>
      <Button look="secondary" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </div>
  )
}
