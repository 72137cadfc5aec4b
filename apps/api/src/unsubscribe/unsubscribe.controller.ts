import { Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Database } from '@gable/persistence';
import { MailSubscriptionStore } from '@gable/persistence/delivery';
import type { FastifyReply } from 'fastify';
import { Public } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { TakesForms } from '../http/forms.js';
import { sendPage } from '../http/web-page.js';
import { askPage, donePage, unknownPage } from './pages.js';
import { ApiForm, ApiMailLink, ApiPages } from '../openapi/mail-link.js';

const UNKNOWN = 'A page that says that the link belongs to no e-mails.';

/**
 * The recipient's side of mails, without a key: whoever has the link may stop them. Programs that follow every link in
 * a mail stop nothing, for GET changes nothing; mail programs POST (RFC 8058) with whatever body, which is not read:
 * the token says it all.
 */
@Controller('u')
@Admitted('records')
@ApiMailLink('Unsubscribe')
export class UnsubscribeController {
  constructor(
    private readonly subscriptions: MailSubscriptionStore,
    private readonly database: Database,
  ) {}

  @Get(':token')
  @Public()
  @ApiOperation({
    operationId: 'askToUnsubscribe',
    summary: 'A page with a button that stops the e-mails of an alert; changes nothing',
  })
  @ApiPages('The page, or one that says that the e-mails are already stopped.', UNKNOWN)
  async ask(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const subscription = await this.subscriptions.find(token);
    if (subscription === null) return sendPage(reply, 404, unknownPage());
    return sendPage(
      reply,
      200,
      subscription.isUnsubscribed ? donePage(subscription.alertName) : askPage(subscription.alertName),
    );
  }

  @Post(':token')
  @HttpCode(200)
  @Public()
  @TakesForms()
  @ApiOperation({
    operationId: 'unsubscribe',
    summary: 'Stop the e-mails of an alert to an address',
    description: 'One click (RFC 8058). Needs no key. Repeating the request changes nothing. The body is not read.',
  })
  @ApiForm({ 'List-Unsubscribe': { type: 'string', enum: ['One-Click'] } })
  @ApiPages('The e-mails are stopped.', UNKNOWN)
  async unsubscribe(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const subscription = await this.subscriptions.find(token);
    if (subscription === null || !(await this.subscriptions.unsubscribe(token, await this.database.now())))
      return sendPage(reply, 404, unknownPage());
    return sendPage(reply, 200, donePage(subscription.alertName));
  }
}
