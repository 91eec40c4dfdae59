import { z } from 'zod'
import { call } from '../jsonapi/call'

/** The devices that take push messages. */
export const deviceTypes = ['ios', 'android'] as const

/**
 * Registers the phone of this session for push messages (account-portal chapter 7). One device a session: a later token
 * takes the place of the earlier, and the registration ends with the session.
 */
export const registerForPush = call({
  method: 'POST',
  path: '/mgw/api/v2/push/register',
  summary: 'Register this device for push messages',
  body: z.strictObject({
    /** What the phone's own push service calls the device. */
    Token: z.string().regex(/^[\x21-\x7e]{1,4096}$/, 'invalid'),
    DeviceType: z.enum(deviceTypes),
  }),
})
