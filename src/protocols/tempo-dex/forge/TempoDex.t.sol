// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {PartialFill} from "../../../../contracts/src/Errors.sol";
import {IStablecoinDex, TempoDex} from "../TempoDex.sol";
import {DishonestTempoDex} from "./DishonestTempoDex.sol";
import {TempoDexPort} from "./TempoDexPort.sol";
import {TempoDexVenue} from "./TempoDexVenue.sol";

contract TempoDexTest is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "TempoDex";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new TempoDexVenue(adapter, first, second, weth);
    }

    function _addOthers() internal override {
        _add(new TempoDexVenue(adapter, address(b), address(a), weth));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestTempoDex(a, b);
    }

    function test_ReadsOrdersFromTheBestOn() public {
        TempoDexPort port = new TempoDexPort(address(a), address(b));
        require(_read(port, true, 8).length == 0, "an order of nobody");
        port.place(7, true, 0, false);
        port.place(8, true, -2000, true);
        port.place(9, true, -30, false);
        require(_read(port, false, 8).length == 0, "an order of the other side");
        uint256[] memory bids = _read(port, true, 8);
        require(bids.length == 3 && bids[0] == 7, "the best");
        require(bids[1] == (9 | uint256(uint16(int16(-30))) << 128), "the next");
        require(bids[2] == (8 | uint256(uint16(int16(-2000))) << 128 | 1 << 144), "the last");
        port.place(10, false, 2000, true);
        port.place(11, false, 30, false);
        uint256[] memory asks = _read(port, false, 8);
        require(asks.length == 2 && asks[0] == (11 | uint256(30) << 128), "the best ask");
        require(asks[1] == (10 | uint256(2000) << 128 | 1 << 144), "the last ask");
        require(_read(port, true, 2).length == 2, "as many as wanted");
        require(_read(port, true, 0).length == 0, "none");
    }

    /// The books know 128 bits: the rest of a larger amount would not be sold.
    function test_MoreThanTheBooksKnow() public {
        uint256 amount = uint256(type(uint128).max) + 1e6;
        a.mint(adapter, amount);
        bytes memory call_ = abi.encodeCall(
            TempoDex.tradeForSwapline, (venues[0].pool(), address(a), address(b), receiver, uint256(0))
        );
        (bool ok, bytes memory why) = adapter.call(call_);
        require(!ok, "was sold");
        require(keccak256(why) == keccak256(abi.encodeWithSelector(PartialFill.selector, 0, amount)), "sold a part");
    }

    function _read(TempoDexPort port, bool isBid, uint256 max) private view returns (uint256[] memory) {
        return TempoDex(adapter).readOrders(IStablecoinDex(address(port)), address(a), address(b), isBid, max);
    }
}
