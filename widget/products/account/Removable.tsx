import type { ReactNode } from 'react'
import { Alert, ErrorText, fill } from '../../form/index.ts'
import { Choice } from './Choice.tsx'
import { Row, Tool } from './Row.tsx'
import { useTexts } from './texts.ts'
import { useQuestion } from './use-question.ts'

type Props = {
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
export const Removable = ({ name, what = name, note, mark, children, warning, remove }: Props) => {
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
