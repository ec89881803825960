import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, fill, Mark, ScreenFrame, Spinner, useWidget } from '../../form/index.ts'
import { useScopeTexts } from '../scopes/index.ts'
import { de } from './de.ts'
import { en, type IdpTexts, type OwnTexts } from './en.ts'
import { es } from './es.ts'

/** Schemes that execute or display content instead of opening an application. */
const notElsewhere: ReadonlySet<string> = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'javascript:',
  'vbscript:',
  'view-source:',
])

/** True if redirecting there is allowed: a web URL, or an app's own scheme. Pure. */
export const mayLeaveFor = (url: string): boolean => {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed !== null && !notElsewhere.has(parsed.protocol)
}

/** Leaves the page, to which Back does not return: the question was answered. @throws Error when the address leads to no application */
export const leaveFor = (url: string): void => {
  if (!mayLeaveFor(url)) throw new Error('The application gave an address that a browser may not open.')
  location.replace(url)
}

/** Formats a redirect target for display. For an app's own scheme only the scheme, because nobody owns the rest. Pure. */
export const placeOf = (url: string): string => {
  const { host, protocol } = new URL(url)
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1)
}

const tables: Readonly<Record<string, OwnTexts>> = { en, de, es }

/** The texts of this product in the language of the widget, with those that the page replaces. */
export const useTexts = (): IdpTexts => {
  const { strings } = useWidget()
  return { ...useScopeTexts(), ...en, ...tables[strings.common.language], ...strings.idp }
}

/** The project as people know it. */
export const useProjectName = (): string => useWidget().bootstrap?.projectName ?? location.host

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
