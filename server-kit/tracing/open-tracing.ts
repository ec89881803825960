import { type Tracing, tracing, useTracing } from './tracing.ts'

/**
 * Begins to note steps when an operator named a collector. Only then is the library loaded.
 * @returns the tracing of the process, to be closed when it ends
 */
export const openTracing = async (endpoint: string | undefined): Promise<Tracing> => {
  if (endpoint === undefined || tracing().isOn) return tracing()
  const { openTelemetry } = await import('./open-telemetry.ts')
  const opened = openTelemetry(endpoint)
  const close = async () => {
    useTracing()
    await opened.close()
  }
  useTracing({ ...opened, close })
  return tracing()
}
