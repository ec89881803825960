import { Alert, ErrorText, useWidget } from '../../form/index.ts'
import { useAccountPage } from './account-context.ts'
import { Choice } from './Choice.tsx'
import { Tool } from './Row.tsx'
import { Section } from './Section.tsx'
import { useTexts } from './texts.ts'
import { useQuestion } from './use-question.ts'

/** Account deletion, with an explanation of the deleted and remaining data. */
export const DeletionSection = () => {
  const { client, emit } = useWidget()
  const { noteDeleted } = useAccountPage()
  const texts = useTexts()
  const { busy, error, run, isAsking, ask, close, box } = useQuestion<HTMLDivElement>()
  const remove = () =>
    run(
      async () => {
        await client.account.delete()
        // Recorded before the page is notified, because the client has already cleared the user.
        noteDeleted()
        emit({ type: 'ACCOUNT_DELETED', data: {} })
      },
      () => undefined,
    )
  return (
    <Section title={texts.deletion}>
      {isAsking ? (
        <div ref={box} className="siw-account-task siw-stack" tabIndex={-1}>
          <Alert variant="warning">{texts.deletionExplained}</Alert>
          <p>{texts.deletionStays}</p>
          <ErrorText>{error}</ErrorText>
          <Choice label={texts.deleteSure} isDanger busy={busy} onCancel={close} onConfirm={remove} />
        </div>
      ) : (
        <Tool isDanger onClick={ask}>
          {texts.deleteAccount}
        </Tool>
      )}
    </Section>
  )
}
