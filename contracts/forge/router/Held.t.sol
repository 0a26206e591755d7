// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {ReentrantPool} from "../mocks/Reentrants.sol";
import {Route} from "../rig/Route.sol";
import {Trade} from "../rig/Trade.sol";
import {vm} from "../rig/Vm.sol";

/// Legs that spend what the router holds between two hops.
contract HeldTest is Trade {
    /// A quarter of the output, half of the remainder, and the rest.
    function test_SharesOfWhatTheRouterHolds() public {
        address first = pair[address(a)][address(b)];
        uint256 between = _quoteV2(first, address(a), address(b), E18);
        uint256 quarter = between / 4;
        uint256 half = (between - quarter) / 2;
        (address x, address y) = (address(b), address(c));
        uint256 foreseen = _quoteV3(pool[x][y], x, y, quarter) + _quoteV2(pair[x][y], x, y, half);
        PairTwice memory twice = PairTwice(pair[x][y], half, between - quarter - half);
        foreseen += _second(twice, x, y);
        uint8 flags = Route.TO_RECIPIENT | Route.NAMES_TOKEN;
        bytes memory route = bytes.concat(
            Route.push(Route.TO_ROUTER, first, address(a), address(b), 0),
            bytes.concat(Route.callback(flags, pool[x][y], x, y, 1 << 30), abi.encodePacked(x)),
            bytes.concat(Route.push(flags, pair[x][y], x, y, _half()), abi.encodePacked(x)),
            bytes.concat(Route.push(flags, pair[x][y], x, y, 0), abi.encodePacked(x))
        );
        require(_done(_ask(address(a), address(c), E18, route)) == foreseen, "not as the pools say");
        _untouched();
    }

    struct PairTwice {
        address at;
        uint256 before;
        uint256 amount;
    }

    /// @return the output of a pair for a second amount, by its own formula
    function _second(PairTwice memory twice, address x, address y) private view returns (uint256) {
        (uint256 heldX, uint256 heldY) = (_balance(x, twice.at), _balance(y, twice.at));
        uint256 given = _quoteV2(twice.at, x, y, twice.before);
        (heldX, heldY) = (heldX + twice.before, heldY - given);
        return twice.amount * 997 * heldY / (heldX * 1000 + twice.amount * 997);
    }

    /// A token with an unlimited supply: the armed cap is below 2^128.
    function test_RouterThatHoldsMoreThanAnAmount() public {
        PlainToken endless = new PlainToken();
        ReentrantPool oneForOne = new ReentrantPool(b);
        b.mint(address(oneForOne), 1 << 128);
        bytes memory route = bytes.concat(
            Route.callback(Route.TO_RECIPIENT | Route.NAMES_TOKEN, address(oneForOne), address(endless), address(b), 0),
            abi.encodePacked(address(endless))
        );
        endless.mint(address(router), 1 << 128);
        (bool ok, bytes memory answer) = _try(_ask(address(a), address(b), E18, route));
        require(!ok, "was not refused");
        require(keccak256(answer) == keccak256(abi.encodeWithSignature("AmountTooLarge(uint256)", 1 << 128)), "in other words");
        vm.prank(address(router));
        endless.transfer(attacker, 1);
        require(_done(_ask(address(a), address(b), E18, route)) == type(uint128).max, "not all of it");
        require(endless.balanceOf(address(router)) == 0, "stayed in the router");
        _untouched();
    }
}
