import { useEffect, useRef, useState } from 'react'
import { Button } from '../../form/index.ts'
import { Tool } from './Row.tsx'
import { useTexts } from './texts.ts'

/** Codes for when the phone is lost, shown this once. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const texts = useTexts()
  const [isCopied, setCopied] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  // Where a page may not write to the clipboard, the codes can be marked by hand.
  const copy = () =>
    navigator.clipboard?.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <div ref={place} className="siw-account-task siw-stack" tabIndex={-1}>
      <h3 className="siw-account-heading">{texts.recoveryCodes}</h3>
      <p>{texts.keepCodes}</p>
      <ul className="siw-account-codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Tool onClick={() => void copy()}>{isCopied ? texts.copied : texts.copy}</Tool>
      <Button onClick={onDone}>{texts.done}</Button>
    </div>
  )
}
