/** Event time of the scenario. */
export const sunday = Date.parse('2026-11-22T12:00:00Z')
