import { ErrorText, useWidget } from '../../form/index.ts'
import { Tool } from './Row.tsx'
import { Section } from './Section.tsx'
import { useTexts } from './texts.ts'
import { useTask } from './use-task.ts'

/** A copy of everything that is kept about the user: the provider's copy, or that of the application, which has both. */
export const DataSection = () => {
  const { client, settings } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useTask()
  const { downloadURL } = settings.accountOptions
  return (
    <Section title={texts.yourData}>
      <p>{texts.downloadExplained}</p>
      <ErrorText>{error}</ErrorText>
      {downloadURL === undefined ? (
        <Tool busy={busy} onClick={() => run(() => client.account.export(), saveAsFile)}>
          {texts.download}
        </Tool>
      ) : (
        <a className="siw-account-tool" href={downloadURL} download="">
          {texts.download}
        </a>
      )}
    </Section>
  )
}

const saveAsFile = (data: object): void => {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: address, download: 'account.json' }).click()
  URL.revokeObjectURL(address)
}
