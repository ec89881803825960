import type { RememberedDevice } from '@corroborate/wire/types'
import { fill, useElementId, useWidget } from '../../form/index.ts'
import { RowToEnd } from './RowToEnd.tsx'
import { useTexts, useTimes } from './texts.ts'
import { useLoaded } from './use-loaded.ts'
import { Waiting } from './Waiting.tsx'
import { deviceInWords, whereabouts } from './whereabouts.ts'

/** Remembered devices without second factor; each can be removed. Renders nothing if there are none. */
export const RememberedDevices = () => {
  const { client } = useWidget()
  const texts = useTexts()
  const id = useElementId()
  const { value: devices, ...waiting } = useLoaded(() => client.account.devices())
  if (devices === null) return <Waiting {...waiting} />
  if (devices.length === 0) return null
  return (
    <>
      <h3 id={id} className="siw-account-heading">
        {texts.rememberedDevices}
      </h3>
      <p className="siw-small">{texts.rememberedExplained}</p>
      <ul className="siw-account-list" aria-labelledby={id}>
        {devices.map(device => (
          <Device key={device.device_id} remembered={device} />
        ))}
      </ul>
    </>
  )
}

const Device = ({ remembered }: { remembered: RememberedDevice }) => {
  const { client } = useWidget()
  const texts = useTexts()
  const inWords = useTimes()
  const { device_id, is_current, last_used_at, expires_at, device, network } = remembered
  const name = deviceInWords(device, texts)
  const times = [
    fill(texts.lastUsed, { when: inWords(last_used_at) }),
    fill(texts.rememberedUntil, { when: inWords(expires_at) }),
  ]
  return (
    <RowToEnd
      text={name}
      mark={is_current ? texts.thisDevice : undefined}
      note={whereabouts([times.join(' · '), network], texts)}
      label={fill(texts.forgetNamed, { name })}
      end={() => client.account.forgetDevice(device_id)}
    >
      {texts.forget}
    </RowToEnd>
  )
}
