// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Router} from "./Router.sol";
import {Signed} from "./Signed.sol";
import {vm} from "./Vm.sol";

/// @notice Records what must hold after each action on a router.
abstract contract Ledger is Signed {
    /// The first violation, by invariant.
    mapping(uint256 => string) public broken;
    /// Donations to the router, by token.
    mapping(address => uint256) public donated;
    /// How often each action succeeded.
    mapping(string => uint256) public done;
    /// The maximum gas of a call of this kind.
    mapping(string => uint256) public gasOf;
    /// Balances of accounts that sell nothing, so far.
    mapping(address => mapping(address => uint256)) private floor;
    address[3] private neverArmed;

    function _expectNobody(address[3] memory others) internal {
        neverArmed = others;
    }

    function _must(uint256 invariant, bool holds, string memory what) internal {
        if (!holds && bytes(broken[invariant]).length == 0) broken[invariant] = what;
    }

    /// @notice An honest swap: it succeeds with exactly the predicted output.
    function _trade(string memory name, Ask memory ask, uint256 sold, uint256 foreseen) internal {
        uint256 paid = _balance(ask.tokenIn, payer);
        uint256 held = _balance(ask.tokenOut, receiver);
        if (paid < ask.amountIn || foreseen == 0) return;
        ask.minOut = foreseen;
        bytes memory data = _calldata(ask);
        vm.prank(ask.sender);
        uint256 gas_ = gasleft();
        (bool ok,) = address(router).call{value: ask.value}(data);
        gas_ -= gasleft();
        _must(11, ok, string.concat("an honest swap was refused: ", name));
        _must(2, paid - _balance(ask.tokenIn, payer) == sold, string.concat("not what was sold: ", name));
        _must(11, _balance(ask.tokenOut, receiver) - held == foreseen, string.concat("not as foreseen: ", name));
        _must(6, _balance(ask.tokenOut, receiver) - held >= ask.minOut, string.concat("less than the minimum: ", name));
        if (ok && gas_ > gasOf[name]) gasOf[name] = gas_;
        _after(name, ok);
    }

    /// @dev I1 and I12, after any action.
    function _after(string memory name, bool ok) internal {
        if (ok) done[name]++;
        _nobodyElseLost();
        bytes memory pull = abi.encodeWithSelector(0xfa461e33, int256(1), int256(1), bytes(""));
        for (uint256 i = 0; i < 3; i++) _isShutOut(neverArmed[i], pull);
        bytes memory ask = abi.encode(address(a), address(b), 3000, 60, address(0), true, attacker);
        _isShutOut(neverArmed[1], abi.encodeCall(Router.unlockCallback, (ask)));
        if (weth.balance == 0) vm.deal(weth, 1e30);
        vm.prank(weth);
        (bool sent,) = address(router).call{value: 1}("");
        _must(12, !sent, "the wrapped native may send still");
    }

    function _isShutOut(address sender, bytes memory data) private {
        vm.prank(sender);
        (bool answered,) = address(router).call(data);
        _must(12, !answered, "somebody is armed still");
    }

    function _nobodyElseLost() private {
        address[4] memory people = [victim, receiver, affiliate, relayer];
        address[5] memory assets = [address(0), address(a), address(b), address(c), weth];
        for (uint256 i = 0; i < 4; i++) {
            for (uint256 k = 0; k < 5; k++) {
                uint256 held = _balance(assets[k], people[i]);
                _must(1, held >= floor[people[i]][assets[k]], "somebody who sold nothing lost something");
                if (held != floor[people[i]][assets[k]]) floor[people[i]][assets[k]] = held;
            }
        }
    }

    // What the invariants check.

    function allowancesStand() external view returns (bool) {
        address[4] memory all = tokens();
        for (uint256 i = 0; i < 4; i++) {
            if (PlainToken(all[i]).allowance(victim, address(router)) != type(uint256).max) return false;
            if (PlainToken(all[i]).allowance(payer, address(router)) != type(uint256).max) return false;
        }
        return true;
    }

    function routerHoldsWhatWasDonated() external view returns (bool) {
        address[4] memory all = tokens();
        for (uint256 i = 0; i < 4; i++) if (_balance(all[i], address(router)) > donated[all[i]]) return false;
        return address(router).balance == 0;
    }

    function routerAllowsNobody() external view returns (bool) {
        address[4] memory all = tokens();
        address[6] memory others = [
            pool[address(a)][address(b)], pair[address(a)][address(b)], neverArmed[0], neverArmed[1], attacker, payer
        ];
        for (uint256 i = 0; i < 4; i++) {
            for (uint256 k = 0; k < 6; k++) {
                if (PlainToken(all[i]).allowance(address(router), others[k]) != 0) return false;
            }
        }
        return true;
    }
}
