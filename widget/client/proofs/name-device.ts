/** Browser properties used; TypeScript's library lacks `deviceMemory`, which only some browsers have. */
type Told = Navigator & { deviceMemory?: number }

/** Returns device properties from the browser. Uses no drawing, audio or timing. */
const signalsOf = ({ navigator, screen, devicePixelRatio }: Window) => {
  const { languages, platform, hardwareConcurrency, deviceMemory, maxTouchPoints, webdriver } = navigator as Told
  return {
    languages: languages.slice(0, 20),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    platform,
    screen: [screen.width, screen.height, screen.colorDepth],
    pixelRatio: devicePixelRatio,
    cores: hardwareConcurrency,
    memory: deviceMemory,
    touchPoints: maxTouchPoints,
    automated: webdriver,
  }
}

/** Names this device to the provider, and gives the id that a call carries. Rejects when there is none. */
export const nameDevice = async (publicToken: string, submitUrl: string): Promise<string> => {
  const response = await fetch(submitUrl, {
    method: 'POST',
    credentials: 'omit',
    body: new URLSearchParams({ public_token: publicToken, signals: JSON.stringify(signalsOf(window)) }),
  })
  if (!response.ok) throw new Error(`This device was not named (${response.status}).`)
  const { telemetry_id } = (await response.json()) as { telemetry_id: string }
  return telemetry_id
}
