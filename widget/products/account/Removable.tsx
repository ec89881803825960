import type { ReactNode } from 'react'
import { Alert, ErrorText, fill } from '../../form/index.ts'
import { Choice } from './Choice.tsx'
import { Row, Tool } from './Row.tsx'
import { useTexts } from './texts.ts'
import { useQuestion } from './use-question.ts'

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
  const { busy, error, run, isAsking, ask, close, box } = useQuestion<HTMLLIElement>()

  if (!isAsking) {
    return (
      <Row text={name} note={note} mark={mark}>
        {children}
        <Tool label={fill(texts.removeNamed, { name })} onClick={ask}>
          {texts.remove}
        </Tool>
      </Row>
    )
  }
  return (
    <li ref={box} className="siw-account-task siw-stack" tabIndex={-1}>
      <p>{fill(texts.removeQuestion, { name })}</p>
      {warning !== undefined && <Alert variant="warning">{warning}</Alert>}
      <ErrorText>{error}</ErrorText>
      <Choice label={texts.remove} busy={busy} onCancel={close} onConfirm={() => run(remove, close)} />
    </li>
  )
}
