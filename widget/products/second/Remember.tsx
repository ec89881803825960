import { useElementId } from '../../form/index.ts'
import { useTexts } from './texts.ts'

type Props = { checked: boolean; onChange: (checked: boolean) => void }

/** Checkbox to remember this device; off by default. */
export const Remember = ({ checked, onChange }: Props) => {
  const texts = useTexts()
  const id = useElementId()
  return (
    <div className="siw-second-remember">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{texts.remember}</label>
      <span id={`${id}-hint`} className="siw-small">
        {texts.rememberHint}
      </span>
    </div>
  )
}
