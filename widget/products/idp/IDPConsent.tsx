import { useEffect, useMemo } from 'react'
import { fill, useUser, useWidget } from '../../form/index.ts'
import { Authorize } from './Authorize.tsx'
import { isSilent, readFlow } from './flow.ts'
import { Logout } from './Logout.tsx'
import { Trouble } from './Stage.tsx'
import { useTexts } from './texts.ts'

/** What an application of somebody else wants: to sign its visitor in, or out. It says so in the query of the page. */
export const IDPConsent = () => {
  const { settings } = useWidget()
  const texts = useTexts()
  const user = useUser()
  const search = settings.idpOptions.query ?? location.search
  const flow = useMemo(() => readFlow(search), [search])
  switch (flow.kind) {
    case 'missing':
    case 'repeated':
      return <Refusal sentence={fill(texts[flow.kind], { param: flow.param })} />
    case 'logout':
      return <Logout key={search} request={flow.request} />
    case 'authorize':
      if (user === undefined) return null
      return user === null && !isSilent(flow.request) ? (
        <Refusal sentence={texts.noSession} />
      ) : (
        // Another person gets the question anew.
        <Authorize key={`${search} ${user?.user_id}`} request={flow.request} user={user} />
      )
  }
}

/** Says what stands in the way before anything is asked of the provider; the page hears of it too. */
const Refusal = ({ sentence }: { sentence: string }) => {
  const { explain } = useWidget()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each sentence.
  useEffect(() => void explain(new Error(sentence)), [sentence])
  return <Trouble sentence={sentence} />
}
