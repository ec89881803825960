/** Whether a text has the form of an address. The provider checks the rest, and its answer says what is wrong. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/.test(text)
