// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

contract BalancerCoin {
    uint8 public immutable decimals;
    string public constant symbol = "COIN";
    mapping(address => uint256) public balanceOf;

    constructor(uint8 decimals_) {
        decimals = decimals_;
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    /// Anyone may take it without an allowance: the drivers pay vaults of either kind with it.
    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract BalancerRate {
    uint256 public getRate;

    function set(uint256 rate) external {
        getRate = rate;
    }
}

/// Permits everything: access control is no part of a swap.
contract BalancerAuthorizer {
    function canPerform(bytes32, address, address) external pure returns (bool) {
        return true;
    }
}

struct Turn {
    uint256 from;
    uint256 to;
    uint256 amountIn;
}

struct Question {
    address to;
    bytes data;
}

/// Shared code of the drivers of both vaults.
abstract contract BalancerRig {
    /// Coins at ascending addresses, as the vault requires.
    function coinsOf(uint8[] memory decimals) internal returns (address[] memory tokens) {
        tokens = new address[](decimals.length);
        uint256 last = 0;
        for (uint256 i = 0; i < decimals.length; i++) {
            bytes memory code = abi.encodePacked(type(BalancerCoin).creationCode, abi.encode(decimals[i]));
            for (uint256 salt = 0; uint160(tokens[i]) <= last; salt++) {
                bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(this), salt << 8 | i, keccak256(code)));
                // One eighth of the address space for each.
                if (uint160(uint256(hash)) >> 157 != i || uint160(uint256(hash)) <= last) continue;
                tokens[i] = address(new BalancerCoin{salt: bytes32(salt << 8 | i)}(decimals[i]));
            }
            last = uint160(tokens[i]);
        }
    }

    function askAll(Question[] memory questions) internal returns (bytes[] memory answers) {
        answers = new bytes[](questions.length);
        for (uint256 i = 0; i < questions.length; i++) {
            bool done;
            (done, answers[i]) = questions[i].to.call(questions[i].data);
            if (!done) answers[i] = "";
        }
    }
}
