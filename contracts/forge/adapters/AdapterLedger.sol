// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Coin} from "../mocks/Coins.sol";
import {Ledger} from "../rig/Ledger.sol";
import {Route} from "../rig/Route.sol";
import {vm} from "../rig/Vm.sol";
import {DishonestPool} from "./DishonestPool.sol";
import {createFamilies} from "./families.gen.sol";
import {Family, Tokens} from "./Family.sol";
import {Venue} from "./Venue.sol";

/// @notice Records what must also hold for the adapters after each action.
abstract contract AdapterLedger is Ledger {
    Family[] internal families;
    /// Of all families.
    Venue[] public venues;
    Venue[] public taxed;
    /// Donations to an adapter, by token. The next caller may take them.
    mapping(address => mapping(address => uint256)) internal gifts;

    function setUp() public virtual override {
        super.setUp();
        vm.etch(address(a), type(Coin).runtimeCode);
        vm.etch(address(b), type(Coin).runtimeCode);
        families = createFamilies(Tokens(a, b, address(c), weth));
        for (uint256 k = 0; k < families.length; k++) {
            Venue[] memory own = families[k].venues();
            for (uint256 i = 0; i < own.length; i++) venues.push(own[i]);
            own = families[k].taxed();
            for (uint256 i = 0; i < own.length; i++) taxed.push(own[i]);
        }
        for (uint256 k = 0; k < venues.length; k++) _open(venues[k]);
        for (uint256 k = 0; k < taxed.length; k++) _open(taxed[k]);
        for (uint256 k = 0; k < families.length; k++) _arm(families[k].evil());
        _expectNobody([families[0].adapter(), address(families[0].evil()), pool[address(a)][address(b)]]);
    }

    function _open(Venue venue) private {
        vm.deal(address(venue), 1e28);
        venue.open();
        for (uint256 i = 0; i < 2; i++) {
            if (_balance(venue.token(i), payer) < HELD / 2) venue.fund(i, payer, HELD);
            venue.fund(i, receiver, 1);
            _allow(payer, venue.token(i));
        }
    }

    function _arm(DishonestPool evil) private {
        vm.deal(address(evil), HELD);
        evil.bought().mint(address(evil), HELD);
        if (_balance(address(evil.sold()), payer) == 0) evil.sold().mint(payer, HELD);
        _allow(payer, address(evil.sold()));
    }

    function count() external view returns (uint256) {
        return venues.length;
    }

    function taxedCount() external view returns (uint256) {
        return taxed.length;
    }

    function familyCount() external view returns (uint256) {
        return families.length;
    }

    function coins() external view returns (address, address, address, address) {
        return (address(a), address(b), address(c), weth);
    }

    function _choose(uint256 which, bool back) internal view returns (Venue venue, uint256 i) {
        venue = venues[which % venues.length];
        return (venue, back && venue.goesBack() ? 1 : 0);
    }

    /// @dev From a thousandth to a thousand times the usual amount.
    function _amount(Venue venue, uint256 i, uint256 amountIn) internal view returns (uint256) {
        return bound(amountIn, venue.usual(i) / 1e3, 1e3 * venue.usual(i));
    }

    /// @notice An honest sale through the venue, of which `spent` reaches it.
    function _sell(string memory name, Venue venue, uint256 i, Ask memory ask, uint256 spent) internal {
        (bool known, uint256 foreseen) = _foresee(venue, i, spent);
        if (!known || foreseen == 0) return;
        if (_isExact(venue)) _trade(name, ask, ask.amountIn, foreseen);
        // With a gift on top a curve that is solved in steps may give some units less.
        else _tradeAtLeast(name, ask, venue.isExact() ? foreseen - foreseen / 1e9 : foreseen);
        _recount(venue);
    }

    /// @return true if the output is predicted to the unit: the adapter holds none of it already
    function _isExact(Venue venue) internal view returns (bool) {
        address at = venue.adapter();
        return venue.isExact() && gifts[at][venue.token(0)] == 0 && gifts[at][venue.token(1)] == 0;
    }

    /// @return known true if the pool would trade at all
    function _foresee(Venue venue, uint256 i, uint256 amountIn) internal returns (bool known, uint256 foreseen) {
        try venue.foresee(i, amountIn) returns (uint256 said) {
            return (true, said);
        } catch {
            return (false, 0);
        }
    }

    /// @dev Moving shares by amounts costs a unit or two less, or one more because balances round down.
    function _tradeAtLeast(string memory name, Ask memory ask, uint256 foreseen) private {
        uint256 paid = _balance(ask.tokenIn, payer);
        uint256 held = _balance(ask.tokenOut, receiver);
        if (paid < ask.amountIn) return;
        ask.minOut = foreseen;
        (bool ok,) = _try(ask);
        uint256 sold = paid - _balance(ask.tokenIn, payer);
        _must(11, ok, string.concat("an honest swap was refused: ", name));
        _must(2, sold <= ask.amountIn + 1 && sold + 2 >= ask.amountIn, string.concat("not what was sold: ", name));
        _must(6, _balance(ask.tokenOut, receiver) - held >= foreseen, string.concat("less than the minimum: ", name));
        _after(name, ok);
    }

    /// @dev The adapter's balance is at most what was donated to it.
    function _recount(Venue venue) internal {
        mapping(address => uint256) storage given = gifts[venue.adapter()];
        for (uint256 i = 0; i < 2; i++) {
            (address token, uint256 held) = (venue.token(i), venue.held(i));
            _must(4, held <= given[token], "tokens stayed in the adapter");
            if (held < given[token]) given[token] = held;
        }
    }

    function _leg(Venue venue, uint256 i, uint8 flags) internal view returns (bytes memory) {
        return _legOf(venue.adapter(), venue.pool(), venue.token(1 - i), venue.data(i), flags);
    }

    function _legOf(address adapter, address target, address bought, uint48 data, uint8 flags)
        internal
        pure
        returns (bytes memory)
    {
        bytes memory head = abi.encodePacked(flags | Route.ADAPTER, adapter, uint32(0), uint24(data >> 24));
        return bytes.concat(head, abi.encodePacked(bought, uint24(data), target));
    }

    // What the invariants check.

    /// @return true if adapters hold only gifts, and none has approved a pool
    function adaptersKeepNothing() external view returns (bool) {
        for (uint256 k = 0; k < venues.length; k++) if (!_isEmpty(venues[k])) return false;
        for (uint256 k = 0; k < taxed.length; k++) if (!_isEmpty(taxed[k])) return false;
        for (uint256 k = 0; k < families.length; k++) {
            DishonestPool evil = families[k].evil();
            if (evil.sold().allowance(families[k].adapter(), address(evil)) != 0) return false;
        }
        return true;
    }

    function _isEmpty(Venue venue) private view returns (bool) {
        address at = venue.adapter();
        for (uint256 i = 0; i < 2; i++) {
            if (venue.held(i) > gifts[at][venue.token(i)] || venue.allowed(i) != 0) return false;
        }
        return at.balance == 0;
    }

    function routerAllowsNoAdapter() external view returns (bool) {
        for (uint256 k = 0; k < venues.length; k++) {
            Venue venue = venues[k];
            for (uint256 i = 0; i < 2; i++) {
                PlainToken token = PlainToken(venue.token(i));
                if (token.allowance(address(router), venue.adapter()) != 0) return false;
                if (token.allowance(address(router), venue.pool()) != 0) return false;
            }
        }
        return true;
    }
}
