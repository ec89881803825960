import { ErrorText } from '../../form/index.ts'
import { Row, Tool } from './Row.tsx'
import { useTask } from './use-task.ts'

type Props = {
  text: string
  mark?: string | undefined
  note: string
  /** Accessible name of the button including the row's name. */
  label: string
  end: () => Promise<unknown>
  children: string
}

/** A row with a button that ends its item. Errors appear in a row below. */
export const RowToEnd = ({ label, end, children, ...row }: Props) => {
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
