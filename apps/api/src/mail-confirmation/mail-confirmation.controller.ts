import { Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ConfirmationLinks, MailConfirmationStore, type AskedAddress } from '@gable/persistence/delivery';
import { Database } from '@gable/persistence';
import type { FastifyReply } from 'fastify';
import { Public } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { TakesForms } from '../http/forms.js';
import { sendPage } from '../http/web-page.js';
import { ApiForm, ApiMailLink, ApiPages } from '../openapi/mail-link.js';
import { askPage, donePage, expiredPage } from './pages.js';

const EXPIRED = 'A page that says that the link no longer works.';

/**
 * Where a mail leads that asks its recipient whether mails of alerts are wanted, without a key: whoever reads the
 * mailbox has the link. GET changes nothing, because programs that look for harm follow every link in a mail.
 */
@Controller('c')
@Admitted('records')
@ApiMailLink('Mail addresses')
export class MailConfirmationController {
  constructor(
    private readonly confirmations: MailConfirmationStore,
    private readonly links: ConfirmationLinks,
    private readonly database: Database,
  ) {}

  @Get(':token')
  @Public()
  @ApiOperation({
    operationId: 'askToConfirmAddress',
    summary: 'A page with a button that confirms an e-mail address; changes nothing',
  })
  @ApiPages('The page, or one that says that the address is already confirmed.', EXPIRED)
  async ask(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const found = await this.read(token, await this.database.now());
    return found === null
      ? sendPage(reply, 404, expiredPage())
      : sendPage(reply, 200, found.asked.isConfirmed ? donePage(found.asked) : askPage(found.asked));
  }

  @Post(':token')
  @HttpCode(200)
  @Public()
  @TakesForms()
  @ApiOperation({
    operationId: 'confirmAddress',
    summary: 'Confirm that an e-mail address wants the e-mails of an account',
    description:
      'Needs no key. Used if EMAIL_CONFIRMATION is required: the e-mails that waited for the confirmation ' +
      'are then sent. Repeating the request changes nothing. The body is not read.',
  })
  @ApiForm()
  @ApiPages('The address is confirmed.', EXPIRED)
  async confirm(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const now = await this.database.now();
    const found = await this.read(token, now);
    if (found === null) return sendPage(reply, 404, expiredPage());
    await this.confirmations.confirm(found.endpointId, now);
    return sendPage(reply, 200, donePage(found.asked));
  }

  private async read(token: string, now: Date): Promise<{ endpointId: number; asked: AskedAddress } | null> {
    const link = this.links.read(token);
    if (link === null || link.expiresAt <= now) return null;
    const asked = await this.confirmations.find(link.endpointId);
    return asked === null ? null : { endpointId: link.endpointId, asked };
  }
}
