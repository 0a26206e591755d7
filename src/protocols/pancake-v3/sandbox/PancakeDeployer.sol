// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Creates the pools of a PancakeSwap V3 factory, whose package has no deployer. The constructor gets the pool's code.
contract PancakeDeployer {
    struct Parameters {
        address factory;
        address token0;
        address token1;
        uint24 fee;
        int24 tickSpacing;
    }

    /// What a pool reads from its constructor.
    Parameters public parameters;

    /// Its code is the pool's creation code after a STOP byte.
    address private immutable poolCode;

    constructor(bytes memory creation) {
        bytes memory kept = abi.encodePacked(hex"61", uint16(creation.length + 1), hex"80600a3d393df300", creation);
        address made;
        assembly {
            made := create(0, add(kept, 32), mload(kept))
        }
        require(made != address(0), "not kept");
        poolCode = made;
    }

    function deploy(address factory, address token0, address token1, uint24 fee, int24 tickSpacing)
        external
        returns (address pool)
    {
        parameters = Parameters(factory, token0, token1, fee, tickSpacing);
        bytes32 salt = keccak256(abi.encode(token0, token1, fee));
        address from = poolCode;
        assembly {
            let code := mload(0x40)
            let size := sub(extcodesize(from), 1)
            extcodecopy(from, code, 1, size)
            pool := create2(0, code, size, salt)
        }
        require(pool != address(0), "no pool");
        delete parameters;
    }
}
