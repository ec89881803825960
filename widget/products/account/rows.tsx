import { type ReactNode, useEffect, useRef } from 'react'
import { Alert, Button, ErrorText, fill, type User, useElementId } from '../../form/index.ts'
import { type Loaded, useTask, useTexts } from './account-context.ts'
import { useQuestion } from './use-question.ts'

type ChoiceProps = {
  label: string
  busy: boolean
  /** True for an irreversible action. */
  isDanger?: boolean
  onCancel: () => void
  /** Left out in a form, which the first button sends. */
  onConfirm?: () => void
}

/** Two buttons: do it, or cancel. */
export const Choice = ({ label, busy, isDanger = false, onCancel, onConfirm }: ChoiceProps) => {
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

type Props = {
  text: string
  /** Below the text, smaller. */
  note?: string | undefined
  /** Beside the text, such as 'this device'. */
  mark?: string | undefined
  children?: ReactNode
}

/** One thing that belongs to the account. */
export const Row = ({ text, note, mark, children }: Props) => (
  <li className="siw-account-row">
    <span className="siw-account-text">
      <bdi>{text}</bdi>
      {mark !== undefined && <span className="siw-account-mark">{mark}</span>}
      {note !== undefined && <span className="siw-account-note">{note}</span>}
    </span>
    {children !== undefined && <span className="siw-account-tools">{children}</span>}
  </li>
)

type ToolProps = {
  children: string
  /** Accessible name including the item, for screen reader users who move between buttons. */
  label?: string
  /** True if it leads to an irreversible action. */
  isDanger?: boolean
  busy?: boolean
  onClick: () => void
}

/** A quiet button of a row or a section. */
export const Tool = ({ children, label, isDanger = false, busy = false, onClick }: ToolProps) => (
  <button
    type="button"
    className={`siw-account-tool${isDanger ? ' siw-account-danger' : ''}`}
    aria-label={label}
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    onClick={busy ? undefined : onClick}
  >
    {children}
  </button>
)

type RemovableProps = {
  name: string
  /** Name in the removal texts, if the row shows more than a name. */
  what?: string
  note?: string | undefined
  mark?: string | undefined
  /** Further actions before the removal. */
  children?: ReactNode
  /** Warning about the loss. */
  warning?: string
  remove: () => Promise<unknown>
}

/** A row that can be removed in its place, after one question. */
export const Removable = ({ name, what = name, note, mark, children, warning, remove }: RemovableProps) => {
  const texts = useTexts()
  const { busy, error, run, isAsking, ask, close, box } = useQuestion<HTMLLIElement>()

  if (!isAsking) {
    return (
      <Row text={name} note={note} mark={mark}>
        {children}
        <Tool label={fill(texts.removeNamed, { name: what })} isDanger onClick={ask}>
          {texts.remove}
        </Tool>
      </Row>
    )
  }
  return (
    <li ref={box} className="siw-account-task siw-stack" tabIndex={-1}>
      <p>{fill(texts.removeQuestion, { name: what })}</p>
      {warning !== undefined && <Alert variant="warning">{warning}</Alert>}
      <ErrorText>{error}</ErrorText>
      <Choice label={texts.remove} isDanger busy={busy} onCancel={close} onConfirm={() => run(remove, close)} />
    </li>
  )
}

type RowToEndProps = {
  text: string
  mark?: string | undefined
  note: string
  /** Accessible name of the button including the row's name. */
  label: string
  end: () => Promise<unknown>
  children: string
}

/** A row with a button that ends its item. Errors appear in a row below. */
export const RowToEnd = ({ label, end, children, ...row }: RowToEndProps) => {
  const { busy, error, run } = useTask()
  return (
    <>
      <Row {...row}>
        <Tool label={label} busy={busy} onClick={() => run(end, () => undefined)}>
          {children}
        </Tool>
      </Row>
      {error !== undefined && (
        <li>
          <ErrorText>{error}</ErrorText>
        </li>
      )}
    </>
  )
}

type AccountSectionProps = { title: string; children: ReactNode }

/** A section of the page: its heading beside its content, or above on a narrow page. */
export const Section = ({ title, children }: AccountSectionProps) => {
  const id = useElementId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => keepFocus(section.current), [])
  return (
    <section ref={section} className="siw-account-section" aria-labelledby={id}>
      <h2 id={id} className="siw-account-heading" tabIndex={-1}>
        {title}
      </h2>
      <div className="siw-account-content">{children}</div>
    </section>
  )
}

/** Moves the focus to the heading when a closed form or removed row had it, instead of losing it to the page. */
const keepFocus = (section: HTMLElement | null): (() => void) | undefined => {
  if (section === null) return undefined
  let last: EventTarget | null = null
  const note = ({ target }: FocusEvent) => {
    last = target
  }
  const observer = new MutationObserver(() => {
    if (!(last instanceof Element) || last.isConnected) return
    last = null
    const isInside = section.contains((section.getRootNode() as Document | ShadowRoot).activeElement)
    if (!isInside) section.querySelector('h2')?.focus()
  })
  section.addEventListener('focusin', note)
  observer.observe(section, { childList: true, subtree: true })
  return () => {
    section.removeEventListener('focusin', note)
    observer.disconnect()
  }
}

/** Shown in place of data: that they are being loaded, or that they could not be loaded. */
export const Waiting = ({ hasFailed, again }: Pick<Loaded<unknown>, 'hasFailed' | 'again'>) => {
  const texts = useTexts()
  if (!hasFailed) return <div className="siw-loading" role="status" aria-label={texts.loading} />
  return (
    <p role="alert">
      {texts.notLoaded} <Tool onClick={again}>{texts.tryAgain}</Tool>
    </p>
  )
}

export type SectionProps = { user: User }
