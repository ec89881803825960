import { useMemo } from 'react'
import { fill, useUser, useWidget } from '../../form/index.ts'
import { Authorize } from './Authorize.tsx'
import { readFlow } from './flow.ts'
import { Logout } from './Logout.tsx'
import { Refusal } from './Stage.tsx'
import { useTexts } from './texts.ts'

/** Handles a third-party application's request to sign its visitor in or out, given in the page's query. */
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
      // Another person gets the question anew.
      return <Authorize key={`${search} ${user?.user_id}`} request={flow.request} user={user} />
  }
}
