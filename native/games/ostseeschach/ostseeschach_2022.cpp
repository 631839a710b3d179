// Ostseeschach 2022: four kinds of pieces, towers and ambers.
#include "../../engine.hpp"
#include "../../search/trained.hpp"
#include "encoding.hpp"
#include "evaluation.hpp"
#include "inputs.hpp"
#include "tactics.hpp"

namespace schwarm::ostseeschach {
namespace {

const Registration registration(game<Trained<Evaluation, Inputs>, Tactics>("ostseeschach-2022"));
const BatchRegistration batches(batch<Encoding>("ostseeschach-2022"));

}  // namespace
}  // namespace schwarm::ostseeschach
