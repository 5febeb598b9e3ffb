/** Sends one short message to one phone. */
export interface SmsSender {
  /**
   * Resolves when the gateway has taken the message. It is not sent again by itself: a code sent twice would be two.
   * @throws {PortalError} PROVIDER_NOT_CONFIGURED without a gateway, TEMPORARILY_UNAVAILABLE when it did not take it
   */
  send(message: SmsMessage): Promise<void>
}

export interface SmsMessage {
  /** In international form, such as +34600000001. */
  readonly to: string
  readonly text: string
}
