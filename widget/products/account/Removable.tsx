import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Alert, ErrorText, fill } from '../../form/index.ts'
import { Choice } from './Choice.tsx'
import { Row, Tool } from './Row.tsx'
import { useTexts } from './texts.ts'
import { useTask } from './use-task.ts'

type Props = {
  name: string
  note?: string | undefined
  mark?: string | undefined
  /** What else can be done with it, before its removal. */
  children?: ReactNode
  /** What is lost with it. */
  warning?: string
  remove: () => Promise<unknown>
}

/** A row that can be removed in its place, after one question. */
export const Removable = ({ name, note, mark, children, warning, remove }: Props) => {
  const texts = useTexts()
  const { busy, error, setError, run } = useTask()
  const [isAsking, setAsking] = useState(false)
  const question = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isAsking) question.current?.focus()
  }, [isAsking])
  const close = () => {
    setAsking(false)
    setError(undefined)
  }

  if (!isAsking) {
    return (
      <Row text={name} note={note} mark={mark}>
        {children}
        <Tool label={fill(texts.removeNamed, { name })} onClick={() => setAsking(true)}>
          {texts.remove}
        </Tool>
      </Row>
    )
  }
  return (
    <li ref={question} className="siw-account-task siw-stack" tabIndex={-1}>
      <p>{fill(texts.removeQuestion, { name })}</p>
      {warning !== undefined && <Alert variant="warning">{warning}</Alert>}
      <ErrorText>{error}</ErrorText>
      <Choice label={texts.remove} busy={busy} onCancel={close} onConfirm={() => run(remove, close)} />
    </li>
  )
}
