// Ostseeschach 2022: four kinds of pieces, towers and ambers.
#include "../../engine.hpp"
#include "encoding.hpp"
#include "evaluation.hpp"
#include "tactics.hpp"

namespace schwarm::ostseeschach {
namespace {

const Registration registration(game<Evaluation, Tactics>("ostseeschach-2022"));
const BatchRegistration batches(batch<Encoding>("ostseeschach-2022"));

}  // namespace
}  // namespace schwarm::ostseeschach
