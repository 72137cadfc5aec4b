import { Module } from '@nestjs/common';
import { WordStore } from '@gable/persistence/listings';
import { provideStores } from '@gable/platform';
import { WordsController } from './words.controller.js';

/** The words of adverts, for those who write criteria. */
@Module({ controllers: [WordsController], providers: provideStores(WordStore) })
export class WordsModule {}
