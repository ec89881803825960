import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, fill, Mark, ScreenFrame, Spinner, useWidget } from '../../form/index.ts'
import { placeOf } from './leave.ts'
import { useTexts } from './texts.ts'

type StageProps = {
  heading: string
  /** True if it results from a user action: the heading receives the focus and is announced. */
  isAnswer?: boolean
  children?: ReactNode
}

/** One view of the screen. */
export const Stage = ({ heading, isAnswer = false, children }: StageProps) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAnswer) frame.current?.querySelector('h2')?.focus()
  }, [isAnswer])
  return (
    <div ref={frame}>
      <ScreenFrame heading={heading}>{children}</ScreenFrame>
    </div>
  )
}

/** Delay in ms before a slow request offers a way out. */
const patience = 8_000

/** The provider has not answered yet. After a while there is a way to ask again, and one back to the application. */
export const Waiting = ({ onAgain }: { onAgain?: () => void }) => {
  const { strings } = useWidget()
  const texts = useTexts()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <ScreenFrame>
      <Spinner large label={texts.loading} />
      {isSlow && (
        <p className="siw-text" role="status">
          {texts.slow}
        </p>
      )}
      {isSlow && onAgain !== undefined && <Button onClick={onAgain}>{strings.common.tryAgain}</Button>}
      {/* Not to the address in the query: nobody has checked yet that it is the application's. */}
      {isSlow && history.length > 1 && (
        <Button look="secondary" onClick={() => history.back()}>
          {texts.goBack}
        </Button>
      )}
    </ScreenFrame>
  )
}

type NoteProps = { variant: 'error' | 'warning' | 'success'; children: string }

/** A message without links, since parts of it come from a third party. */
export const Note = ({ variant, children }: NoteProps) => (
  <div className={`siw-alert siw-alert-${variant}`} role={variant === 'error' ? 'alert' : undefined}>
    <Mark of={variant} />
    <span>{children}</span>
  </div>
)

type TroubleProps = { sentence: string; onAgain?: (() => void) | undefined; children?: ReactNode }

/** Error message as in SPEC §2. */
export const Trouble = ({ sentence, onAgain, children }: TroubleProps) => {
  const { strings } = useWidget()
  return (
    <Stage heading={useTexts().trouble}>
      <Note variant="error">{sentence}</Note>
      {children}
      {onAgain !== undefined && (
        <Button look="secondary" onClick={onAgain}>
          {strings.common.tryAgain}
        </Button>
      )}
    </Stage>
  )
}

/** Error before the user is asked; also reported to the page. */
export const Refusal = ({ sentence, children }: { sentence: string; children?: ReactNode }) => {
  const { explain } = useWidget()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each sentence.
  useEffect(() => void explain(new Error(sentence)), [sentence])
  return <Trouble sentence={sentence}>{children}</Trouble>
}

/** Shown during the redirect; an app on this device may leave the page in place. */
export const Leaving = ({ heading, url }: { heading: string; url: string }) => {
  const texts = useTexts()
  const place = placeOf(url)
  return (
    <Stage heading={heading} isAnswer>
      <p className="siw-text">{fill(texts.onTheWay, { place })}</p>
      <p className="siw-text">
        <a className="siw-link" href={url} referrerPolicy="no-referrer">
          {fill(texts.goNow, { place })}
        </a>
      </p>
    </Stage>
  )
}
